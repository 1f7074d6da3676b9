/** What waits for its turn; `label` says what it will do, and `begin` hears whether it counts as costly. */
export type WaitingTurn = { label: string | undefined; begin: (costly: boolean) => void };

type Caller = { waiting: WaitingTurn[]; running: number; spent: number };

/** A project that is asking, or has asked lately, and its callers. Times are ms. */
export class ProjectQueue {
  readonly name: string;
  spent = 0;
  /** Turns it has now whose cost is not known to be small. */
  costly = 0;
  /** It begins nothing costly before then while other projects are active. */
  heldUntil = 0;
  lastAsked = 0;
  private readonly callers = new Map<string, Caller>();
  private level = 0;

  constructor(name: string) {
    this.name = name;
  }

  get isWaiting(): boolean {
    return [...this.callers.values()].some(({ waiting }) => waiting.length > 0);
  }

  get isIdle(): boolean {
    return [...this.callers.values()].every(({ waiting, running }) => waiting.length + running === 0);
  }

  getCaller(name: string): Caller {
    const caller = this.callers.get(name) ?? { waiting: [], running: 0, spent: 0 };
    if (caller.waiting.length === 0) caller.spent = Math.max(caller.spent, this.level);
    this.callers.set(name, caller);
    return caller;
  }

  /** The turn that is next among those that `may` begin, as what takes it out of its queue; undefined if there is none. */
  takeNext(may: (waiting: WaitingTurn) => boolean): (() => WaitingTurn) | undefined {
    let least: { caller: Caller; waiting: WaitingTurn } | undefined;
    for (const [name, caller] of this.callers) {
      const waiting = caller.waiting.find(may);
      if (waiting && (!least || caller.spent < least.caller.spent)) least = { caller, waiting };
      const isGone = caller.waiting.length + caller.running === 0 && caller.spent <= this.level;
      if (isGone) this.callers.delete(name);
    }
    if (!least) return undefined;
    const { caller, waiting } = least;
    return () => {
      this.level = Math.max(this.level, caller.spent);
      caller.waiting.splice(caller.waiting.indexOf(waiting), 1);
      caller.running++;
      return waiting;
    };
  }
}

/** A turn that took less is cheap, in ms, and how many kinds of cheap turns are remembered. */
const CHEAP_TURN_MS = { most: 50, kinds: 500, labelMax: 2000 };

/** A project is active for so long after it asked for something, in ms. */
const ACTIVE_MS = 5000;

/**
 * How long a project waits after a costly turn, in ms: as many times its cost as that is multiples of `unit`, up to `most`;
 * after a turn that was cut off, `afterCut` times its cost.
 */
const HOLD = { unit: 200, most: 3000, afterCut: 5 };

/** Part of all turns that a project may have at once for what is costly. */
const MAX_COSTLY_SHARE = 0.3;

/**
 * Keeps projects to their share while several are active. What is known to be cheap always passes; after a costly turn a
 * project waits before it begins the next one, so that the cheap requests of others find the database free.
 */
export class ProjectShare {
  private readonly isOn: boolean;
  private readonly costlyMax: number;
  private readonly cheap = new Set<string>();

  constructor({ isOn, width }: { isOn: boolean; width: number }) {
    this.isOn = isOn;
    this.costlyMax = Math.max(1, Math.floor(MAX_COSTLY_SHARE * width));
  }

  create(name: string): ProjectQueue {
    return new ProjectQueue(name);
  }

  isCostly(label: string | undefined): boolean {
    return label === undefined || !this.cheap.has(label);
  }

  /** Whether a project must not begin anything costly now. Work of the service itself, without a name, never waits. */
  isHeld(project: ProjectQueue, all: Iterable<ProjectQueue>, now: number): boolean {
    if (!this.isOn || !project.name) return false;
    if (project.heldUntil <= now && project.costly < this.costlyMax) return false;
    for (const other of all) {
      if (other !== project && other.name && now - other.lastAsked < ACTIVE_MS) return true;
    }
    return false;
  }

  /** Learns from a turn that has ended. */
  recordCost(
    project: ProjectQueue,
    { label, cost, wasCut }: { label?: string | undefined; cost: number; wasCut: boolean },
    now: number,
  ) {
    if (!this.isOn) return;
    if (cost <= CHEAP_TURN_MS.most) {
      if (label !== undefined && label.length <= CHEAP_TURN_MS.labelMax) this.remember(label);
      return;
    }
    this.cheap.delete(label ?? '');
    const hold = wasCut ? HOLD.afterCut * cost : Math.min(HOLD.most, cost * (cost / HOLD.unit));
    project.heldUntil = Math.max(project.heldUntil, now + hold);
  }

  isForgettable(project: ProjectQueue, level: number, now: number): boolean {
    const wasActive = this.isOn && (now - project.lastAsked < ACTIVE_MS || project.heldUntil > now);
    return project.isIdle && project.spent <= level && !wasActive;
  }

  private remember(label: string): void {
    this.cheap.delete(label);
    this.cheap.add(label);
    if (this.cheap.size > CHEAP_TURN_MS.kinds) this.cheap.delete(this.cheap.keys().next().value as string);
  }
}
