import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from './database.ts';
import { ProjectQueue, ProjectThrottle, type WaitingTurn } from './projectThrottle.ts';

type Identity = { caller: string; project: string };

const identities = new AsyncLocalStorage<Identity>();

const SERVICE_IDENTITY: Identity = { caller: '', project: '' };

export function withCaller<Result>(caller: string, work: () => Result, project = caller): Result {
  return identities.run({ caller, project }, work);
}

/** Runs `work` for the same caller in a separate queue, so that the caller's other requests do not wait behind it. */
export function withSeparateQueue<Result>(name: string, work: () => Result): Result {
  const { caller, project } = identities.getStore() ?? SERVICE_IDENTITY;
  return identities.run({ caller: `${caller} ${name}`, project }, work);
}

export const NO_TIMEOUT = 0;

type FairQueueOptions = {
  width: number;
  /** Maximum wait for a turn before it fails as busy, in ms. */
  patience: number;
  now?: () => number;
  /** Limits each project to its share of the time while several projects use the database. */
  sharing?: boolean;
  /** Time after which a preemptible turn is aborted while another project waits, in ms. */
  preemptAfter?: number;
};

type TurnRequest = {
  patience?: number | undefined;
  /** Kind of work. Work of a kind that was cheap before does not count as costly. */
  label?: string | undefined;
  preemptible?: boolean;
};

type Turn = { preempted: AbortSignal | undefined; end: () => void };

type RunningTurn = { project: ProjectQueue; controller: AbortController; overdue: boolean };

const RECHECK_INTERVAL_MS = 50;

/**
 * Fair queue for a limited resource. The next turn goes to the project that has used the least time, then to its caller
 * that has used the least time, then to that caller's oldest request. A caller with many requests delays others only by
 * the running turn.
 */
export class FairQueue {
  turnCount = 0;
  private readonly projects = new Map<string, ProjectQueue>();
  private readonly running = new Set<RunningTurn>();
  private readonly share: ProjectThrottle;
  private readonly options: FairQueueOptions & { now: () => number };
  private taken = 0;
  private level = 0;
  private recheck: NodeJS.Timeout | undefined;

  constructor({ now = () => performance.now(), sharing = false, ...options }: FairQueueOptions) {
    this.options = { ...options, now };
    this.share = new ProjectThrottle({ isOn: sharing, width: options.width });
  }

  /**
   * Runs `work` when its turn comes.
   * @throws DatabaseError `busy` if the turn does not come in time
   */
  async run<Result>(work: (preempted?: AbortSignal) => Promise<Result>, request: TurnRequest = {}): Promise<Result> {
    const turn = await this.acquire(request);
    try {
      return await work(turn.preempted);
    } finally {
      turn.end();
    }
  }

  async acquire({ patience = this.options.patience, label, preemptible = false }: TurnRequest = {}): Promise<Turn> {
    const { now } = this.options;
    this.turnCount++;
    const project = this.project();
    const caller = project.getCaller((identities.getStore() ?? SERVICE_IDENTITY).caller);
    project.lastRequestAt = now();
    const isCostly = await new Promise<boolean>((resolve, reject) => {
      const waiting: WaitingTurn = { label, begin: resolve };
      caller.waiting.push(waiting);
      this.next();
      this.preemptOverdue(project);
      if (patience === NO_TIMEOUT || !caller.waiting.includes(waiting)) return;
      const timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(waiting), 1);
        reject(new DatabaseError('busy', 'the queue for the database was full for too long'));
      }, patience);
      waiting.begin = (costly) => {
        clearTimeout(timer);
        resolve(costly);
      };
    });
    const start = now();
    const preemption = preemptible ? this.createPreemptibleTurn(project) : undefined;
    return {
      preempted: preemption?.signal,
      end: () => {
        preemption?.end();
        const cost = now() - start;
        caller.spent += cost;
        caller.running--;
        project.spentMs += cost;
        if (isCostly) project.costlyCount--;
        this.taken--;
        this.share.recordCost(project, { label, cost, wasPreempted: preemption?.signal.aborted ?? false }, now());
        this.next();
      },
    };
  }

  private project(): ProjectQueue {
    const name = (identities.getStore() ?? SERVICE_IDENTITY).project;
    const project = this.projects.get(name) ?? new ProjectQueue(name);
    if (!project.isWaiting) project.spentMs = Math.max(project.spentMs, this.level);
    this.projects.set(name, project);
    return project;
  }

  /**
   * Makes a turn preemptible. It is aborted after `preemptAfter` ms if other projects wait, or later as soon as one has a
   * request.
   */
  private createPreemptibleTurn(project: ProjectQueue): { signal: AbortSignal; end: () => void } | undefined {
    if (this.options.preemptAfter === undefined) return undefined;
    const running: RunningTurn = { project, controller: new AbortController(), overdue: false };
    const timer = setTimeout(() => {
      running.overdue = true;
      for (const other of this.projects.values()) if (this.findEligibleTurn(other)) this.preemptOverdue(other);
    }, this.options.preemptAfter);
    this.running.add(running);
    return {
      signal: running.controller.signal,
      end: () => {
        clearTimeout(timer);
        this.running.delete(running);
      },
    };
  }

  private preemptOverdue(waiting: ProjectQueue): void {
    if (!waiting.name || !this.findEligibleTurn(waiting)) return;
    for (const { project, controller, overdue } of this.running) if (overdue && project !== waiting) controller.abort();
  }

  private findEligibleTurn(project: ProjectQueue) {
    const isHeld = this.share.isHeld(project, this.projects.values(), this.options.now());
    return project.findNext(({ label }) => !isHeld || !this.share.isCostly(label));
  }

  private next(): void {
    while (this.taken < this.options.width) {
      let least: { project: ProjectQueue; take: () => WaitingTurn } | undefined;
      let isSomeoneHeld = false;
      for (const [name, project] of this.projects) {
        const take = this.findEligibleTurn(project);
        if (take && (!least || project.spentMs < least.project.spentMs)) least = { project, take };
        if (project.isWaiting) isSomeoneHeld ||= !take;
        else if (this.share.isForgettable(project, this.level, this.options.now())) this.projects.delete(name);
      }
      if (isSomeoneHeld) this.recheckSoon();
      if (!least) return;
      this.level = Math.max(this.level, least.project.spentMs);
      this.taken++;
      const { label, begin } = least.take();
      const isCostly = this.share.isCostly(label);
      if (isCostly) least.project.costlyCount++;
      begin(isCostly);
    }
  }

  private recheckSoon(): void {
    this.recheck ??= setTimeout(() => {
      this.recheck = undefined;
      this.next();
    }, RECHECK_INTERVAL_MS).unref();
  }
}
