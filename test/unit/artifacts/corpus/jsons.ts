import { type CorpusFile, filesOf } from './file.ts'

const text = (content: string): Buffer => Buffer.from(content)
const nested = (depth: number): Buffer => text('['.repeat(depth) + ']'.repeat(depth))

const json = filesOf('application/json', [
  ['an object', text('{"a": [1, -0.5e+3, true, false, null, "\\u20ac\\n"], "b": {}}\n')],
  ['an array', text('[]')],
  ['whitespace around the value', text(' \t\r\n{ } \n')],
  ['64 brackets', nested(64)],
  ['the same name in two objects', text('{"a": {"b": 1}, "c": {"b": 2}, "b": 3}')],
  ['names that differ by case and by form', text('{"a": 1, "A": 2, "\\u00e9": 3, "e\\u0301": 4, "": 5}')],
  ['the name __proto__', text('{"__proto__": 1, "constructor": 2}')],
  ['half a surrogate pair, escaped', text('["\\ud800"]')],
  ['65 brackets', nested(65), 'json_depth'],
  ['a hundred thousand brackets', nested(100_000), 'json_depth'],
  ['65 brackets that never close', text('{"a":'.repeat(65)), 'json_depth'],
  ['a name twice', text('{"role": "user", "role": "admin"}'), 'json_duplicate_key'],
  ['a name twice, once with an escape', text('{"role": "user", "\\u0072ole": "admin"}'), 'json_duplicate_key'],
  ['a name twice, with a slash escaped', text('{"a/b": 1, "a\\/b": 2}'), 'json_duplicate_key'],
  ['a pair of surrogates and its character', text('{"\\ud83d\\ude00": 1, "😀": 2}'), 'json_duplicate_key'],
  ['half a pair in two spellings', text('{"\\ud83d": 1, "\\uD83D": 2}'), 'json_duplicate_key'],
  [
    'halves of pairs in the wrong order',
    text('{"\\ude00\\ud83d": 1, "\\ud83d\\ude00": 2, "\\ud83d": 3, "\\ufffd": 4}'),
  ],
  [
    'a name twice, with every short escape',
    text('{"\\b\\f\\n\\r\\t\\"\\\\": 1, "\\u0008\\u000c\\u000a\\u000D\\u0009\\u0022\\u005c": 2}'),
    'json_duplicate_key',
  ],
  ['names that begin with others', text('{"": 1, "a": 2, "aa": 3, "aaa": 4, "\\u0000": 5, "\\u0000a": 6}')],
  ['the same names in an object and in one within', text('{"a": {"a": {"a": 1}}, "b": [{"b": 1}, {"b": 2}]}')],
  [
    'a thousand names, the first again',
    text(`{${Array.from({ length: 1_000 }, (_, at) => `"${at}": 0`).join()}, "0": 1}`),
    'json_duplicate_key',
  ],
  ['a name twice, deep', text('[{"a": [{"b": 1, "c": 2, "b": 3}]}]'), 'json_duplicate_key'],
  ['the empty name twice', text('{"": 1, "": 2}'), 'json_duplicate_key'],
  ['a byte order mark', text('\ufeff{}'), 'json_bom'],
  ['UTF-16', Buffer.from('{"a": 1}', 'utf16le'), 'json_syntax'],
  ['Latin-1', Buffer.from('{"a": "ü"}', 'latin1'), 'utf8'],
  ['text', text('"text"'), 'json_root'],
  ['a number', text('12'), 'json_root'],
  ['null', text(' null '), 'json_root'],
  ['no value', text(' \n'), 'json_syntax'],
  ['HTML', text('<html>'), 'json_syntax'],
  ['JSON that is cut', text('{"a": [1, 2'), 'json_syntax'],
  ['two values', text('{} {}'), 'json_syntax'],
  ['a script after the value', text('[]/*<script>*/'), 'json_syntax'],
  ['a comma too many', text('[1,]'), 'json_syntax'],
  ['a comment', text('[1 /* one */]'), 'json_syntax'],
  ['single quotation marks', text("{'a': 1}"), 'json_syntax'],
  ['a line break in a string', text('["a\nb"]'), 'json_syntax'],
  ['a number with a zero in front', text('[01]'), 'json_syntax'],
  ['NaN', text('[NaN]'), 'json_syntax'],
  ['brackets that do not match', text('[}'), 'json_syntax'],
])

export const jsons: readonly CorpusFile[] = [
  ...json,
  ...filesOf('application/ld+json', [
    ['JSON-LD', text('{"@context": "https://schema.org"}')],
    ['a name twice', text('{"@id": 1, "@id": 2}'), 'json_duplicate_key'],
  ]),
  ...filesOf('application/schema+json', [
    ['JSON Schema', text('{"type": "object"}')],
    ['true, which is a schema, too', text('true'), 'json_root'],
  ]),
]
