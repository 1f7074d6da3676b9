import { describe, expect, test, vi } from 'vitest';
import { JsonSyntaxError } from '#lib/json/json.ts';
import { convertPastedText, pasteQuery } from '#pipeline/text/testing/pasteQuery.ts';
import { parsePastedText } from './parsePastedText.ts';

function faultOf(text: string) {
  const fault = parsePastedText(text);
  return fault instanceof JsonSyntaxError ? `${fault.line}:${fault.column} ${fault.message}` : undefined;
}

describe('invalid texts', () => {
  test.each([
    ['db.logs.find({ a: }', '1:19 unexpected “}”'],
    ['db.logs.find({\n  a: 1\n  b: 2\n})', '3:3 unexpected “b”'],
    ['db.logs.find({ a: "x })', '1:19 this text has no closing quote'],
    ['db.logs.find({ a: 1 }', '1:22 unexpected end'],
    ['db.logs.find({ a: 1 }))', '1:23 unexpected “)” after the query'],
    ['# a\ndb.logs.find({ "a": 1, # b\n "c" 2 })', '3:6 unexpected “2”'],
    ['db.logs.remove({})', '1:1 this is not a query or a list of stages'],
  ])('%s', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  test('runs no code, and inherits nothing', () => {
    const run = vi.fn();
    vi.stubGlobal('run', run);
    const fields = '__proto__: { x: 1 }, a: run(), b: new Function("run()")(), constructor: 1';
    const { lost, sent } = pasteQuery(`db.logs.find({ ${fields} })`);
    vi.unstubAllGlobals();
    expect(run).not.toHaveBeenCalled();
    expect(lost).toEqual(['run()', 'new Function("run()")()']);
    expect(sent).toBe('[{"type":"match","filter":{"__proto__":{"x":1},"constructor":1}}]');
    expect(Object.keys({})).toEqual([]);
  });

  test.each([
    `db.logs.find({ a: ${'['.repeat(50_000)}${']'.repeat(50_000)} })`,
    `db.logs.find({ a: ${'{a:'.repeat(2000)}1${'}'.repeat(2000)} })`,
    `db.logs.find({ a: ${'1+'.repeat(50_000)}1 })`,
    `db.logs.find(${'('.repeat(50_000)}`,
    `db.logs.find({ a: /*${'*'.repeat(900_000)}`,
  ])('rejects %.40s… without hanging or throwing', (text) => {
    expect(faultOf(text)).toBeTruthy();
  });

  test('accepts ten thousand conditions', () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => `f${index}: NumberLong(${index})`);
    expect(convertPastedText(`db.logs.find({ ${fields.join(', ')} })`).notes.length).toBe(10_002);
  });
});
