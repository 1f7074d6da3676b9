import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError } from './database.ts';
import { type ProjectQueue, ProjectShare, type WaitingTurn } from './projectShare.ts';

/** Who asks: a caller, and the project whose share of the database pays for it. */
type Identity = { caller: string; project: string };

const identities = new AsyncLocalStorage<Identity>();

/** Work of the service itself, which belongs to no project. */
const SERVICE_IDENTITY: Identity = { caller: '', project: '' };

/** Runs `work` on behalf of a caller: what it asks for waits in that caller's queue, and counts for `project`. */
export function withCaller<Result>(caller: string, work: () => Result, project = caller): Result {
  return identities.run({ caller, project }, work);
}

/** Runs `work` for the same caller, yet in a queue of its own: what that asks for meanwhile does not wait behind it. */
export function withSeparateQueue<Result>(name: string, work: () => Result): Result {
  const { caller, project } = identities.getStore() ?? SERVICE_IDENTITY;
  return identities.run({ caller: `${caller} ${name}`, project }, work);
}

/** Patience without an end. */
export const NO_TIMEOUT = 0;

type FairQueueOptions = {
  /** Turns at once. */
  width: number;
  /** How long one is waited for, in ms, before it is refused as busy. */
  patience: number;
  /** What turns are billed by, in ms; the process's own clock unless a test holds one. */
  now?: () => number;
  /** Whether projects that use the database at the same time are kept to a share of its time each. */
  sharing?: boolean;
  /** Turns that may be ended are ended after so many ms while another project waits. */
  cutOff?: number;
};

/** What is known of a turn before it begins. */
type TurnRequest = {
  /** How long it may be waited for, in ms. */
  patience?: number | undefined;
  /** What will be done, so that what took little time before is not taken for costly. */
  label?: string | undefined;
  /** Whether it may be ended while others wait. */
  endable?: boolean;
};

/** A turn that was given; `cutOff` aborts when it has to end because others wait. */
type Turn = { cutOff: AbortSignal | undefined; end: () => void };

type RunningTurn = { project: ProjectQueue; cutOff: AbortController; overdue: boolean };

/** How often turns that are held back are looked at again, in ms. */
const RECHECK_INTERVAL_MS = 50;

/**
 * Turns at something scarce. The next one goes to the project that has had the least of it, within a project to the caller
 * that has, so that one who asks for much keeps others waiting for what is running now, and for nothing else; each
 * caller's own come in order.
 */
export class FairQueue {
  private readonly projects = new Map<string, ProjectQueue>();
  private readonly running = new Set<RunningTurn>();
  private readonly share: ProjectShare;
  private readonly options: Required<Omit<FairQueueOptions, 'cutOff' | 'sharing'>> & Pick<FairQueueOptions, 'cutOff'>;
  private taken = 0;
  /** What the project that came last had had when it came, in ms. Whoever was away does not save up its time. */
  private level = 0;
  private recheck: NodeJS.Timeout | undefined;

  constructor({ now = () => performance.now(), sharing = false, ...options }: FairQueueOptions) {
    this.options = { ...options, now };
    this.share = new ProjectShare({ isOn: sharing, width: options.width });
  }

  /** Does `work` in its turn. DatabaseError `busy` when that does not come in time. */
  async take<Result>(work: (cutOff?: AbortSignal) => Promise<Result>, request: TurnRequest = {}): Promise<Result> {
    const turn = await this.begin(request);
    try {
      return await work(turn.cutOff);
    } finally {
      turn.end();
    }
  }

  /** Waits for a turn. The caller ends it. */
  async begin({ patience = this.options.patience, label, endable = false }: TurnRequest = {}): Promise<Turn> {
    const { now } = this.options;
    const project = this.project();
    const caller = project.getCaller((identities.getStore() ?? SERVICE_IDENTITY).caller);
    project.lastAsked = now();
    const isCostly = await new Promise<boolean>((resolve, reject) => {
      const waiting: WaitingTurn = { label, begin: resolve };
      caller.waiting.push(waiting);
      this.next();
      this.cutOverdue(project);
      if (patience === NO_TIMEOUT || !caller.waiting.includes(waiting)) return;
      const timer = setTimeout(() => {
        caller.waiting.splice(caller.waiting.indexOf(waiting), 1);
        reject(new DatabaseError('busy', 'Its turn did not come in time.'));
      }, patience);
      waiting.begin = (costly) => {
        clearTimeout(timer);
        resolve(costly);
      };
    });
    const start = now();
    const cut = endable ? this.cuttable(project) : undefined;
    return {
      cutOff: cut?.signal,
      end: () => {
        cut?.end();
        if (isCostly) project.costly--;
        this.end(project, caller, { label, cost: now() - start, wasCut: cut?.signal.aborted ?? false });
      },
    };
  }

  private project(): ProjectQueue {
    const name = (identities.getStore() ?? SERVICE_IDENTITY).project;
    const project = this.projects.get(name) ?? this.share.create(name);
    if (!project.isWaiting) project.spent = Math.max(project.spent, this.level);
    this.projects.set(name, project);
    return project;
  }

  private end(
    project: ProjectQueue,
    caller: { spent: number; running: number },
    done: { label: string | undefined; cost: number; wasCut: boolean },
  ): void {
    caller.spent += done.cost;
    caller.running--;
    project.spent += done.cost;
    this.taken--;
    this.share.recordCost(project, done, this.options.now());
    this.next();
  }

  /** Lets a turn be ended from outside: after its time when others wait, later as soon as another project asks. */
  private cuttable(project: ProjectQueue): { signal: AbortSignal; end: () => void } | undefined {
    if (this.options.cutOff === undefined) return undefined;
    const running: RunningTurn = { project, cutOff: new AbortController(), overdue: false };
    const timer = setTimeout(() => {
      running.overdue = true;
      for (const other of this.projects.values()) if (this.eligible(other)) this.cutOverdue(other);
    }, this.options.cutOff);
    this.running.add(running);
    return {
      signal: running.cutOff.signal,
      end: () => {
        clearTimeout(timer);
        this.running.delete(running);
      },
    };
  }

  private cutOverdue(waiting: ProjectQueue): void {
    if (!waiting.name || !this.eligible(waiting)) return;
    for (const { project, cutOff, overdue } of this.running) if (overdue && project !== waiting) cutOff.abort();
  }

  private eligible(project: ProjectQueue) {
    const isHeld = this.share.isHeld(project, this.projects.values(), this.options.now());
    return project.takeNext(({ label }) => !isHeld || !this.share.isCostly(label));
  }

  private next(): void {
    while (this.taken < this.options.width) {
      let least: { project: ProjectQueue; take: () => WaitingTurn } | undefined;
      let isSomeoneHeld = false;
      for (const [name, project] of this.projects) {
        const take = this.eligible(project);
        if (take && (!least || project.spent < least.project.spent)) least = { project, take };
        if (project.isWaiting) isSomeoneHeld ||= !take;
        else if (this.share.isForgettable(project, this.level, this.options.now())) this.projects.delete(name);
      }
      if (isSomeoneHeld) this.recheckSoon();
      if (!least) return;
      this.level = Math.max(this.level, least.project.spent);
      this.taken++;
      const { label, begin } = least.take();
      const isCostly = this.share.isCostly(label);
      if (isCostly) least.project.costly++;
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
