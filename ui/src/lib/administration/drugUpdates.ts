import type {
  DrugDataGroup,
  DrugServiceView,
  DrugUpdateReport,
  OutboundSettings,
} from '../backend/types';

/** The services of one group, in the desk's order. */
export interface ServiceGroup {
  group: DrugDataGroup;
  services: DrugServiceView[];
}

/** Services by group; groups and services keep the desk's order. */
export function grouped(services: readonly DrugServiceView[]): ServiceGroup[] {
  const groups: ServiceGroup[] = [];
  for (const service of services) {
    const last = groups.at(-1);
    if (last?.group === service.group) last.services.push(service);
    else groups.push({ group: service.group, services: [service] });
  }
  return groups;
}

/** The settings with a service followed, once, or not. */
export function withService(
  settings: OutboundSettings,
  key: string,
  followed: boolean,
): OutboundSettings {
  const others = settings.drug_data.filter((one) => one !== key);
  return { ...settings, drug_data: followed ? [...others, key] : others };
}

/** Whether a followed service can be asked for its changes alone, so that asking for everything differs. */
export function offersEverything(services: readonly DrugServiceView[]): boolean {
  return services.some(
    ({ followed, changes_only, complete }) => followed && changes_only && complete !== null,
  );
}

/** New pages and failures of an update. */
export function tallyPages(report: DrugUpdateReport): { added: number; failed: number } {
  return {
    added: report.services.reduce((sum, { new_pages }) => sum + new_pages, 0),
    failed: report.services.filter(({ state }) => state === 'failed').length,
  };
}
