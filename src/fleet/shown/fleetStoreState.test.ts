import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { createFleetOf } from '#fleet/testing/testFleets.ts';
import {
  type FleetStoreEvent,
  type FleetStoreState,
  findPendingVersion,
  transitionFleetStore,
} from './fleetStoreState.ts';

type Version = { fleet: Fleet; key: string };

const NONE: Version = { fleet: new Fleet(), key: '' };
const FIRST = createVersion('a b c d');
const SECOND = createVersion('a b c d e');
const THIRD = createVersion('a b c');
/** List with fewer than half of the devices of the first list. */
const SHORT = createVersion('a');
const PAIRED = createVersion('a', 'paired');
const LOADING = createVersion('a', 'all', 'reading');
const INCOMPLETE = createVersion('a', 'all', 'incomplete');
const NAMES = new Map(Object.entries({ NONE, FIRST, SECOND, THIRD, SHORT, PAIRED, LOADING, INCOMPLETE }));

const START: FleetStoreState<Version> = { kind: 'empty', current: NONE, holdsUpdates: false };

const EVENTS: Readonly<Record<string, FleetStoreEvent<Version>>> = {
  hold: { type: 'setHold', holdsUpdates: true },
  unhold: { type: 'setHold', holdsUpdates: false },
  apply: { type: 'apply' },
  accept: { type: 'accept' },
  reject: { type: 'reject' },
  ready: { type: 'ready' },
  clear: { type: 'clear', version: NONE },
};

test.each([
  ['nothing received', '', 'empty NONE'],
  ['the first list', 'FIRST', 'shown FIRST'],
  ['the first list while it loads', 'LOADING', 'shown LOADING'],
  ['a list that replaces a loading one', 'LOADING FIRST', 'shown FIRST'],
  ['a list that replaces an incomplete one', 'INCOMPLETE FIRST', 'shown FIRST'],
  ['a list that loads after a complete one', 'FIRST LOADING', 'shown LOADING'],
  ['no list any more', 'FIRST undefined', 'empty FIRST'],
  ['no list while another waits', 'FIRST SECOND undefined', 'empty FIRST'],
  ['the same list again', 'FIRST undefined FIRST', 'shown FIRST'],
  ['a list removed from memory', 'FIRST SECOND clear', 'empty NONE'],
  ['an update', 'FIRST SECOND', 'preparing FIRST SECOND'],
  ['an update that is ready', 'FIRST SECOND ready', 'shown SECOND'],
  ['a newer update', 'FIRST SECOND THIRD', 'preparing FIRST THIRD'],
  ['the current list instead of an update', 'FIRST SECOND FIRST', 'shown FIRST'],
  ['ready without an update', 'FIRST ready', 'shown FIRST'],
  ['an update while held', 'hold FIRST SECOND', 'held FIRST SECOND'],
  ['a held update that is ready', 'hold FIRST SECOND ready', 'held FIRST SECOND'],
  ['a held update that is applied', 'hold FIRST SECOND apply', 'preparing FIRST SECOND'],
  ['a newer update after one was applied', 'hold FIRST SECOND apply THIRD', 'held FIRST THIRD'],
  ['updates that are no longer held', 'hold FIRST SECOND unhold', 'preparing FIRST SECOND'],
  ['an update held after it arrived', 'FIRST SECOND hold', 'held FIRST SECOND'],
  ['an applied update when updates are held again', 'hold FIRST SECOND apply hold', 'preparing FIRST SECOND'],
  ['another list while held', 'hold FIRST PAIRED', 'preparing FIRST PAIRED'],
  ['apply without an update', 'FIRST apply SECOND', 'preparing FIRST SECOND'],
  ['an update that lost devices', 'FIRST SHORT', 'suspicious FIRST SHORT'],
  ['a suspicious update that is ready', 'FIRST SHORT ready', 'suspicious FIRST SHORT'],
  ['a suspicious update that is applied', 'FIRST SHORT apply', 'suspicious FIRST SHORT'],
  ['a suspicious update that is accepted', 'FIRST SHORT accept ready', 'shown SHORT'],
  ['an accepted update while held', 'hold FIRST SHORT accept', 'preparing FIRST SHORT'],
  ['a suspicious update that is rejected', 'FIRST SHORT reject', 'shown FIRST'],
  ['a rejected update that arrives again', 'FIRST SHORT reject SHORT', 'shown FIRST'],
  ['an update after a rejected one', 'FIRST SHORT reject SECOND', 'preparing FIRST SECOND'],
  ['a short list of another request', 'FIRST PAIRED', 'preparing FIRST PAIRED'],
])('%s', (_, events, result) => {
  const state = (events.match(/\w+/g) ?? []).reduce<FleetStoreState<Version>>(
    // the name of a list, or undefined, is received
    (past, name) =>
      transitionFleetStore(Object.freeze(past), EVENTS[name] ?? { type: 'receive', version: NAMES.get(name) }),
    START,
  );
  const versions = [state.current, findPendingVersion(state)].flatMap((version) => (version ? getName(version) : []));
  expect([state.kind, ...versions].join(' ')).toBe(result);
});

function createVersion(ids: string, key = 'all', state: Fleet['state'] = 'complete'): Version {
  const fleet = createFleetOf(ids.split(' ').map((deviceID) => ({ deviceID })));
  fleet.state = state;
  return { fleet, key };
}

function getName(version: Version): string | undefined {
  return [...NAMES].find(([, named]) => named === version)?.[0];
}
