import { BoundedMap } from './boundedMap.ts';

export type WaitingTurn = { label: string | undefined; begin: (costly: boolean) => void };

type Caller = { waiting: WaitingTurn[]; running: number; spent: number };

export class ProjectQueue {
  readonly name: string;
  spentMs = 0;
  costlyCount = 0;
  /** Time until which the project may start no costly turn if other projects are active, in ms. */
  heldUntil = 0;
  lastRequestAt = 0;
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

  /**
   * Finds the next turn for which `accepts` returns true.
   * @returns the function that takes it from its queue, or undefined if there is none
   */
  findNext(accepts: (waiting: WaitingTurn) => boolean): (() => WaitingTurn) | undefined {
    let least: { caller: Caller; waiting: WaitingTurn } | undefined;
    for (const [name, caller] of this.callers) {
      const waiting = caller.waiting.find(accepts);
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

/**
 * `most` is the longest duration of a cheap turn, in ms. `kinds` is the number of labels of cheap work that are
 * remembered, and `labelMax` the longest label that is remembered.
 */
const CHEAP_TURN_MS = { most: 50, kinds: 500, labelMax: 2000 };

/** Time in ms after its last request for which a project counts as active. */
const ACTIVE_MS = 5000;

/**
 * Waiting time of a project after a costly turn, in ms: cost × (cost ÷ `unit`), at most `most`. After an aborted turn:
 * cost × `afterPreemption`.
 */
const HOLD = { unit: 200, most: 3000, afterPreemption: 5 };

/** Maximum share of all turns that the costly turns of a project may take at the same time. */
const MAX_COSTLY_SHARE = 0.3;

/**
 * Limits projects to their share while several are active. Cheap turns are always allowed. After a costly turn, a
 * project must wait before the next one, so that cheap requests of other projects find the database idle.
 */
export class ProjectThrottle {
  private readonly isOn: boolean;
  private readonly costlyMax: number;
  private readonly cheap = new BoundedMap<string, true>(CHEAP_TURN_MS.kinds);

  constructor({ isOn, width }: { isOn: boolean; width: number }) {
    this.isOn = isOn;
    this.costlyMax = Math.max(1, Math.floor(MAX_COSTLY_SHARE * width));
  }

  isCostly(label: string | undefined): boolean {
    return label === undefined || !this.cheap.has(label);
  }

  isHeld(project: ProjectQueue, all: Iterable<ProjectQueue>, now: number): boolean {
    if (!this.isOn || !project.name) return false;
    if (project.heldUntil <= now && project.costlyCount < this.costlyMax) return false;
    for (const other of all) {
      if (other !== project && other.name && now - other.lastRequestAt < ACTIVE_MS) return true;
    }
    return false;
  }

  recordCost(
    project: ProjectQueue,
    { label, cost, wasPreempted }: { label?: string | undefined; cost: number; wasPreempted: boolean },
    now: number,
  ) {
    if (!this.isOn) return;
    if (cost <= CHEAP_TURN_MS.most) {
      if (label !== undefined && label.length <= CHEAP_TURN_MS.labelMax) this.cheap.set(label, true);
      return;
    }
    this.cheap.delete(label ?? '');
    const hold = wasPreempted ? HOLD.afterPreemption * cost : Math.min(HOLD.most, cost * (cost / HOLD.unit));
    project.heldUntil = Math.max(project.heldUntil, now + hold);
  }

  isForgettable(project: ProjectQueue, level: number, now: number): boolean {
    const wasActive = this.isOn && (now - project.lastRequestAt < ACTIVE_MS || project.heldUntil > now);
    return project.isIdle && project.spentMs <= level && !wasActive;
  }
}
