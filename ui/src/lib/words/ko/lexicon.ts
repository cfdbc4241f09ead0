/** The import of names of illnesses and drugs from tables that the office has a licence for. */
export const lexicon = {
  lexicon: {
    title: '용어집',
    hint: '환자의 말과 기록에서 질환·증상·약의 이름을 알아보는 데 씁니다. 사용 허가를 받은 UMLS나 MedCAT의 표를 가져오면 더 많은 이름을 알아봅니다. 표는 이 컴퓨터를 떠나지 않습니다.',
    own: (n: string) => `처음부터 들어 있는 이름: 개념 ${n}개`,
    none: '가져온 용어집이 없습니다.',
    counts: (concepts: string, korean: string, english: string) =>
      `개념 ${concepts}개 · 한국어 이름 ${korean}개 · 영어 이름 ${english}개`,
    lines: (lines: string, left: string) => `표의 ${lines}줄에서 읽음 · 쓰지 않은 이름 ${left}개`,
    when: (at: string) => `${at} 가져옴`,
    whenBy: (at: string, by: string) => `${at} ${by} 가져옴`,
    damaged:
      '파일이 손상되었거나 다른 버전의 것입니다. 다시 가져오거나 뺄 때까지 환자의 말을 읽지 못합니다.',
    remove: '빼기',
    removeOf: (source: string) => `${source} 빼기`,
    removeTitle: (source: string) => `${source} 용어집을 뺄까요?`,
    removeText:
      '여기서 가져온 이름을 더는 알아보지 못합니다. 원래의 표는 그대로 있으므로 다시 가져올 수 있습니다.',
    removed: (source: string) => `${source} 용어집을 뺐습니다.`,
    importTitle: '표 가져오기',
    source: '어디의 표',
    mrconso: 'MRCONSO.RRF의 경로',
    mrsty: 'MRSTY.RRF의 경로',
    cdb: '개념 표(CSV)의 경로',
    umlsHint: '같은 판의 두 파일을 고릅니다. 이 컴퓨터에 있는 파일의 전체 경로를 적으십시오.',
    medcatHint:
      '첫 줄이 name, cui, type_ids 같은 열 이름인 CSV입니다. 이 컴퓨터에 있는 파일의 전체 경로를 적으십시오.',
    replaces: (source: string) => `지금의 ${source} 용어집을 바꿉니다.`,
    import: '가져오기',
    importing: '표를 읽는 중… 큰 표는 몇 분 걸립니다. 다른 화면을 보아도 계속합니다.',
    done: (source: string, concepts: string) =>
      `${source} 용어집을 가져왔습니다. 개념 ${concepts}개`,
  },
};
