import type { Locator } from 'playwright/test';
import { expect } from './fixtures.ts';

const ACTION_ROLES = [
  ...['button', 'link', 'checkbox', 'radio', 'combobox', 'textbox', 'searchbox', 'slider', 'menuitem'],
] as const;

type ActionRole = (typeof ACTION_ROLES)[number];

export type ExpectedActions = Partial<Record<ActionRole, readonly (string | RegExp)[]>>;

export async function expectActions(part: Locator, actions: ExpectedActions): Promise<void> {
  const wanted = Object.entries(actions).flatMap(([role, names]) =>
    names.map((name) =>
      typeof name === 'string' ? `${role} ${name}` : expect.stringMatching(new RegExp(`^${role} ${name.source}$`)),
    ),
  );
  await expect(async () => {
    const found = parseActions(await part.ariaSnapshot());
    expect(found).toEqual(expect.arrayContaining(wanted));
    expect(found.filter((action) => !action.includes(' '))).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

/** Parses lines such as `- button "Export" [disabled]`. Names that contain a colon are in single quotes. */
function parseActions(snapshot: string): string[] {
  const lines = snapshot.matchAll(/^\s*- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/gm);
  return [...lines].flatMap(([, role = '', name = '']) =>
    ACTION_ROLES.some((one) => one === role) ? [`${role} ${name.replaceAll('\\"', '"')}`.trimEnd()] : [],
  );
}
