import type { Fleet } from '#fleet/model/fleet.ts';
import { findSuspiciousUpdate, type SuspiciousUpdate } from './suspiciousUpdate.ts';

/** List with the key of its request. Lists with the same key are versions of one list. */
type KeyedFleet = { readonly fleet: Fleet; readonly key: string };

type UpdateDecisions = {
  /** True if a new version of the current list waits until the user applies it. */
  holdsUpdates: boolean;
  approved?: Fleet | undefined;
  rejected?: Fleet | undefined;
};

/**
 * State of the store. `empty`: no list; `current` is the previous one. `pending` waits for its rows, selection and
 * joined fields (`preparing`), or for the user (`held`, `suspicious`).
 */
export type FleetStoreState<Version extends KeyedFleet> = UpdateDecisions &
  (
    | { kind: 'empty' | 'shown'; current: Version }
    | { kind: 'preparing' | 'held'; current: Version; pending: Version }
    | { kind: 'suspicious'; current: Version; pending: Version; update: SuspiciousUpdate }
  );

export type FleetStoreEvent<Version extends KeyedFleet> =
  /** Newest list, or undefined if there is none anymore. */
  | { type: 'receive'; version: Version | undefined }
  | { type: 'setHold'; holdsUpdates: boolean }
  | { type: 'apply' }
  | { type: 'accept' }
  | { type: 'reject' }
  | { type: 'ready' }
  /** Replaces the current list, and any pending one, by `version`, an empty list. */
  | { type: 'clear'; version: Version };

export function transitionFleetStore<Version extends KeyedFleet>(
  state: FleetStoreState<Version>,
  event: FleetStoreEvent<Version>,
): FleetStoreState<Version> {
  const { current, holdsUpdates, approved, rejected } = state;
  const decisions = { holdsUpdates, approved, rejected };
  const pending = findPendingVersion(state);
  switch (event.type) {
    case 'receive': {
      const { version } = event;
      if (!version) return { ...decisions, kind: 'empty', current };
      if (version.fleet === pending?.fleet) return state;
      const isEmpty = state.kind === 'empty';
      if (version.fleet === rejected || (version.fleet === current.fleet && !isEmpty)) {
        return { ...decisions, kind: isEmpty ? 'empty' : 'shown', current };
      }
      const isReplacement = !isEmpty && current.fleet.state === 'complete' && version.fleet.state === 'complete';
      if (!isReplacement) return { ...decisions, kind: 'shown', current: version };
      return createPendingState(decisions, current, version);
    }
    case 'setHold': {
      const next = { ...decisions, holdsUpdates: event.holdsUpdates };
      return pending ? createPendingState(next, current, pending) : { ...state, ...next };
    }
    case 'apply':
      return pending && state.kind !== 'suspicious' ? approve(decisions, current, pending) : state;
    case 'accept':
      return pending ? approve(decisions, current, pending) : state;
    case 'reject':
      return pending ? { ...decisions, rejected: pending.fleet, kind: 'shown', current } : state;
    case 'ready':
      return state.kind === 'preparing' ? { ...decisions, kind: 'shown', current: state.pending } : state;
    case 'clear':
      return { ...decisions, kind: 'empty', current: event.version };
  }
}

export function findPendingVersion<Version extends KeyedFleet>(state: FleetStoreState<Version>): Version | undefined {
  return 'pending' in state ? state.pending : undefined;
}

function approve<Version extends KeyedFleet>(
  decisions: UpdateDecisions,
  current: Version,
  pending: Version,
): FleetStoreState<Version> {
  return createPendingState({ ...decisions, approved: pending.fleet }, current, pending);
}

function createPendingState<Version extends KeyedFleet>(
  decisions: UpdateDecisions,
  current: Version,
  pending: Version,
): FleetStoreState<Version> {
  const versions = { ...decisions, current, pending };
  if (pending.key !== current.key || pending.fleet === decisions.approved) return { ...versions, kind: 'preparing' };
  const update = findSuspiciousUpdate(current.fleet, pending.fleet);
  if (update) return { ...versions, kind: 'suspicious', update };
  return { ...versions, kind: decisions.holdsUpdates ? 'held' : 'preparing' };
}
