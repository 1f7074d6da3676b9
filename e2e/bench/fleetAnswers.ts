import { deviceAt } from './fleetBody.ts';

/** A text to be typed and, after each of its characters, the device that is then the first row. */
type Search = { text: string; answers: string[] };

/** What a page must show of the list of so many devices. */
export type Fleet = {
  count: number;
  firstId: string;
  searches: Search[];
  /** The first device when sorted by a field, ascending. */
  firstBy: { registeredAt: string; name: string };
};

/** Names of devices spread over the list are typed. */
const TYPED = [0.31, 0.62, 0.93];

/** Finds the answers by going through the devices one by one. */
export function fleetAnswers(count: number): Fleet {
  let [earliest, lowest] = [deviceAt(0), deviceAt(0)];
  for (let index = 1; index < count; index++) {
    const device = deviceAt(index);
    if (device.registeredAt < earliest.registeredAt) earliest = device;
    if (device.name.toLowerCase() < lowest.name.toLowerCase()) lowest = device;
  }
  return {
    count,
    firstId: deviceAt(0).deviceID,
    searches: TYPED.map((part) => searchOf(deviceAt(Math.floor(part * count)).name.toLowerCase())),
    firstBy: { registeredAt: earliest.deviceID, name: lowest.deviceID },
  };
}

function searchOf(text: string): Search {
  const answers: string[] = [];
  let index = 0;
  for (let length = 1; length <= text.length; length++) {
    // a space at the end only begins the next word
    const query = text.slice(0, length).trimEnd();
    while (!contains(index, query)) index++;
    answers.push(deviceAt(index).deviceID);
  }
  return { text, answers };
}

function contains(index: number, query: string): boolean {
  const { deviceID, name, admin, productID } = deviceAt(index);
  return [deviceID, name, admin, productID].some((text) => text.toLowerCase().includes(query));
}
