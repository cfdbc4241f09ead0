import { backend } from '../backend';
import type { RulePackText, RulePackView, RulesCheck } from '../backend/types';
import { nextVersion } from '../rules/pack';
import { Load } from './load.svelte';
import { administrator } from './desk.svelte';

/** How long after the last key a text is checked. */
const PAUSE = 500;

/** The rule packs of the desk. */
class Rules {
  readonly packs = new Load<RulePackView[]>();

  async refresh(): Promise<void> {
    await this.packs.run(() => backend.call('rule_packs', {}));
  }

  /** Activates or deactivates a version; throws what the desk refused. */
  async change(id: string, version: string, active: boolean): Promise<void> {
    const signer = administrator();
    if (signer === null) return;
    const operation = active ? 'activate_rule_pack' : 'deactivate_rule_pack';
    await backend.call(operation, { id, version, reviewer: signer.id });
    await this.refresh();
  }
}

export const rules = new Rules();

/** One pack, read or edited: its text, the version it is compared with, and what checking found. */
export class PackEditor {
  readonly shown = new Load<RulePackText>();
  /** The version in force, with which the text is compared. */
  readonly standing = new Load<RulePackText>();
  readonly check = new Load<RulesCheck>();
  editing = $state(false);
  text = $state('');
  /** The wording to try. */
  ad = $state('');
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly id: string,
    readonly version: string | null,
  ) {}

  async open(): Promise<void> {
    const { id, version } = this;
    const read = await this.shown.run(() => backend.call('rule_pack', { id, version }));
    if (read === null) return;
    if (!this.editing) this.text = read.text;
    await Promise.all([
      this.run(),
      this.standing.run(() => backend.call('rule_pack', { id, version: null })),
    ]);
  }

  /** Starts to edit a copy with the next version number. */
  edit(): void {
    this.editing = true;
    this.text = nextVersion(this.text);
    this.soon();
  }

  discard(): void {
    this.editing = false;
    this.text = this.shown.value?.text ?? '';
    this.soon();
  }

  /** Checks the text a moment after the last change. */
  soon(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), PAUSE);
  }

  /** Checks the text. A stored version is checked under the next number, which is free. */
  async run(): Promise<RulesCheck | null> {
    this.stop();
    const { ad, id } = this;
    const text = this.editing ? this.text : nextVersion(this.text);
    return this.check.run(() => backend.call('rules_check', { text, file: `${id}.toml`, ad }));
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Imports the text as a new version, and resolves to its number. Throws what the desk refused. */
  async save(): Promise<string | null> {
    const signer = administrator();
    if (signer === null) return null;
    const { text, id } = this;
    const request = { text, file: `${id}.toml`, reviewer: signer.id };
    const { pack } = await backend.call('import_rule_pack', request);
    this.editing = false;
    await rules.refresh();
    return pack.version;
  }
}
