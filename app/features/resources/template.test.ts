import { expect, test } from 'vitest';
import { matchTemplate } from '../../../server/rpc/uri-template.ts';
import { expand, variablesOf } from './template.ts';

test('variables of simple parts are found once; other parts have no form', () => {
  expect(variablesOf('a:{x}/{+path}/{x}')).toEqual([
    { name: 'x', reserved: false },
    { name: 'path', reserved: true },
  ]);
  expect(variablesOf('a:b')).toEqual([]);
  for (const template of ['a:{?q}', 'a:{x,y}', 'a:{x*}', 'a:{/x}', 'a:{}'])
    expect(variablesOf(template), template).toBeUndefined();
});

test('what is filled in comes out again at the server, whatever it holds', () => {
  for (const term of ['lease', 'task handle', 'ü/ä?#%', '{x}']) {
    const uri = expand('taskscope://glossary/{term}', { term });
    expect(matchTemplate('taskscope://glossary/{term}', uri)).toEqual({ term });
  }
  expect(expand('a:{+path}', { path: 'x/y z' })).toBe('a:x/y%20z');
});
