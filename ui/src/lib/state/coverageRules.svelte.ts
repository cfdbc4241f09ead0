import { backend } from '../backend';
import type { CoverageRuleCheck, CoverageRuleText, CoverageRules } from '../backend/types';
import { administrator } from './desk.svelte';
import { Load } from './load.svelte';

/** The rule files of the comparison, and the one that is looked at or changed. */
export class CoverageRuleFiles {
  readonly list = new Load<CoverageRules>();
  readonly file = new Load<CoverageRuleText>();
  readonly check = new Load<CoverageRuleCheck>();
  text = $state('');

  /** Whether the text differs from the one that holds. */
  readonly changed = $derived(this.file.value !== null && this.text !== this.file.value.text);

  refresh(): Promise<unknown> {
    return this.list.run(() => backend.call('coverage_rules', {}));
  }

  async open(name: string): Promise<void> {
    this.check.set(null);
    const read = await this.file.run(() => backend.call('coverage_rule_text', { name }));
    if (read !== null) this.text = read.text;
  }

  /** What a check said no longer holds for a text that was changed since. */
  edited(): void {
    this.check.set(null);
  }

  async run(): Promise<void> {
    const name = this.file.value?.name;
    if (name === undefined) return;
    const { text } = this;
    await this.check.run(() => backend.call('coverage_rules_check', { name, text }));
  }

  /** Puts the text in place of the file, or the program's own again. Throws what the desk refused. */
  async replace(own: boolean): Promise<void> {
    const signer = administrator();
    const name = this.file.value?.name;
    if (signer === null || name === undefined) return;
    const text = own ? this.text : null;
    const list = await backend.call('coverage_rules_replace', { name, text, reviewer: signer.id });
    this.list.set(list);
    await this.open(name);
  }
}
