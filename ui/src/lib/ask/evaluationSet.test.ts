import { describe, expect, it } from 'vitest';
import type { JudgedQuestion } from '../backend/types';
import { ko } from '../words/ko';
import { judgedFile, judgedOutcome } from './evaluationSet';

const question: JudgedQuestion = {
  id: 'asked-1',
  text: '가상정은\n"몇 정"까지 먹나요?',
  verdict: 'wrong_section',
  status: 'answered',
  first: ['가상정', '용법·용량'],
  title: '가상정 옛 문서',
  section: '보관',
  note: '',
};
const helpful: JudgedQuestion = {
  ...question,
  id: 'asked-2',
  verdict: 'helpful',
  first: ['', ''],
  title: '',
  section: '',
};

describe('the evaluation set as a file', () => {
  it('has a question a line, in their order, as the command line writes it', () => {
    expect(judgedFile([question, helpful])?.text.split('\n')).toEqual([
      '{"id":"asked-1","text":"가상정은\\n\\"몇 정\\"까지 먹나요?","verdict":"wrong_section","status":"answered","first":["가상정","용법·용량"],"title":"가상정 옛 문서","section":"보관","note":""}',
      expect.stringContaining('"asked-2"'),
      '',
    ]);
  });

  it('comes back as it was', () => {
    const lines = judgedFile([question, helpful])?.text.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([question, helpful]);
  });

  it('is called after what it is', () =>
    expect(judgedFile([question])).toMatchObject({ name: 'judged-questions.jsonl' }));

  it('is none where nobody has judged anything', () => expect(judgedFile([])).toBeNull());
});

it.each([
  [[], '의견이 남은 질문이 없어 저장하지 않았습니다.'],
  [[question, helpful], '의견이 남은 질문 2건을 저장했습니다.'],
])('%# says what became of it', (questions, said) =>
  expect(judgedOutcome(questions, ko.ask)).toBe(said),
);
