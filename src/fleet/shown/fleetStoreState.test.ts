import { expect, test } from 'vitest';
import { Fleet } from '#fleet/model/fleet.ts';
import { createTestFleet } from '#fleet/testing/testFleets.ts';
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

const hold: FleetStoreEvent<Version> = { type: 'setHold', holdsUpdates: true };
const unhold: FleetStoreEvent<Version> = { type: 'setHold', holdsUpdates: false };
const apply: FleetStoreEvent<Version> = { type: 'apply' };
const accept: FleetStoreEvent<Version> = { type: 'accept' };
const reject: FleetStoreEvent<Version> = { type: 'reject' };
const ready: FleetStoreEvent<Version> = { type: 'ready' };
const clear: FleetStoreEvent<Version> = { type: 'clear', version: NONE };

test.each<[title: string, events: FleetStoreEvent<Version>[], result: string]>([
  ['nothing received', [], 'empty NONE'],
  ['the first list', [receive(FIRST)], 'shown FIRST'],
  ['the first list while it loads', [receive(LOADING)], 'shown LOADING'],
  ['a list that replaces a loading one', [receive(LOADING), receive(FIRST)], 'shown FIRST'],
  ['a list that replaces an incomplete one', [receive(INCOMPLETE), receive(FIRST)], 'shown FIRST'],
  ['a list that loads after a complete one', [receive(FIRST), receive(LOADING)], 'shown LOADING'],
  ['no list any more', [receive(FIRST), receive(undefined)], 'empty FIRST'],
  ['no list while another waits', [receive(FIRST), receive(SECOND), receive(undefined)], 'empty FIRST'],
  ['the same list again', [receive(FIRST), receive(undefined), receive(FIRST)], 'shown FIRST'],
  ['a list removed from memory', [receive(FIRST), receive(SECOND), clear], 'empty NONE'],

  ['an update', [receive(FIRST), receive(SECOND)], 'preparing FIRST SECOND'],
  ['an update that is ready', [receive(FIRST), receive(SECOND), ready], 'shown SECOND'],
  ['a newer update', [receive(FIRST), receive(SECOND), receive(THIRD)], 'preparing FIRST THIRD'],
  ['the current list instead of an update', [receive(FIRST), receive(SECOND), receive(FIRST)], 'shown FIRST'],
  ['ready without an update', [receive(FIRST), ready], 'shown FIRST'],

  ['an update while held', [hold, receive(FIRST), receive(SECOND)], 'held FIRST SECOND'],
  ['a held update that is ready', [hold, receive(FIRST), receive(SECOND), ready], 'held FIRST SECOND'],
  ['a held update that is applied', [hold, receive(FIRST), receive(SECOND), apply], 'preparing FIRST SECOND'],
  [
    'a newer update after one was applied',
    [hold, receive(FIRST), receive(SECOND), apply, receive(THIRD)],
    'held FIRST THIRD',
  ],
  ['updates that are no longer held', [hold, receive(FIRST), receive(SECOND), unhold], 'preparing FIRST SECOND'],
  ['an update held after it arrived', [receive(FIRST), receive(SECOND), hold], 'held FIRST SECOND'],
  [
    'an applied update when updates are held again',
    [hold, receive(FIRST), receive(SECOND), apply, hold],
    'preparing FIRST SECOND',
  ],
  ['another list while held', [hold, receive(FIRST), receive(PAIRED)], 'preparing FIRST PAIRED'],
  ['apply without an update', [receive(FIRST), apply, receive(SECOND)], 'preparing FIRST SECOND'],

  ['an update that lost devices', [receive(FIRST), receive(SHORT)], 'suspicious FIRST SHORT'],
  ['a suspicious update that is ready', [receive(FIRST), receive(SHORT), ready], 'suspicious FIRST SHORT'],
  ['a suspicious update that is applied', [receive(FIRST), receive(SHORT), apply], 'suspicious FIRST SHORT'],
  ['a suspicious update that is accepted', [receive(FIRST), receive(SHORT), accept, ready], 'shown SHORT'],
  ['an accepted update while held', [hold, receive(FIRST), receive(SHORT), accept], 'preparing FIRST SHORT'],
  ['a suspicious update that is rejected', [receive(FIRST), receive(SHORT), reject], 'shown FIRST'],
  ['a rejected update that arrives again', [receive(FIRST), receive(SHORT), reject, receive(SHORT)], 'shown FIRST'],
  [
    'an update after a rejected one',
    [receive(FIRST), receive(SHORT), reject, receive(SECOND)],
    'preparing FIRST SECOND',
  ],
  ['a short list of another request', [receive(FIRST), receive(PAIRED)], 'preparing FIRST PAIRED'],
])('%s', (_, events, result) => {
  const state = events.reduce<FleetStoreState<Version>>(
    (past, event) => transitionFleetStore(Object.freeze(past), event),
    START,
  );
  const versions = [state.current, findPendingVersion(state)].flatMap((version) => (version ? getName(version) : []));
  expect([state.kind, ...versions].join(' ')).toBe(result);
});

test('a suspicious update contains the number of received devices', () => {
  const shown = transitionFleetStore(START, receive(FIRST));
  expect(transitionFleetStore(shown, receive(SHORT))).toMatchObject({
    update: { receivedCount: 1, currentCount: 4, malformedCount: 0 },
  });
});

function receive(version: Version | undefined): FleetStoreEvent<Version> {
  return { type: 'receive', version };
}

function createVersion(ids: string, key = 'all', state: Fleet['state'] = 'complete'): Version {
  const devices = ids.split(' ').map((deviceID) => ({ deviceID }));
  const fleet = createTestFleet(JSON.stringify({ devices }));
  fleet.state = state;
  return { fleet, key };
}

function getName(version: Version): string | undefined {
  return [...NAMES].find(([, named]) => named === version)?.[0];
}
