import { createSplitter, detectRoot, HEAD_BYTES, LIMITS, type Position, type SplitItem } from '@signet/chat-exports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Limits } from '../../../layers/chat-exports/src/split/position.ts'
import { verifies } from '../../spec/verifies.ts'
import { exportFile } from '../../support/chat-exports.ts'
import { scaled } from '../../support/scale.ts'

const rootOf = (file: Buffer): Position => {
  const root = detectRoot(file.subarray(0, HEAD_BYTES))
  if (typeof root === 'string') throw new Error(`The root is ${root}`)
  return root
}

/** Splits a file from a position on, in chunks of these lengths; the last length is repeated. */
const split = (file: Buffer, sizes: readonly number[], from: Position, limits: Limits = LIMITS) => {
  const splitter = createSplitter(from, limits)
  const items: SplitItem[] = []
  for (let chunkStart = from.offset, n = 0; chunkStart < file.length; n++) {
    const size = sizes[Math.min(n, sizes.length - 1)] as number
    items.push(...splitter.push(file.subarray(chunkStart, chunkStart + size)))
    chunkStart += size
  }
  items.push(...splitter.end())
  return { items, truncatedAt: splitter.truncatedAt }
}

const itemAsText = ({ raw, ...item }: SplitItem) => ({ ...item, text: raw?.toString('utf8') })
const splitAtOnce = (file: Buffer) => split(file, [file.length], rootOf(file))

/** Files that are hard to split. */
const TRICKY_FILES: Readonly<Record<string, string>> = {
  array: '[ {"a":"x\\"]}{[,"} , {"b":"\\\\"},{"c":"\\\\\\""},\n[1,[2]], 3, "s\\u005d", null,true ]\n',
  object: '{"k1":{"a":"}"},"k\\"2":[{"role":"user","content":"x"}] , "k3" : 1,"k4":{} }',
  envelope:
    '{"version":{"a":[1,2]},"conversations":[{"a":1},{"b":"]"}],"note":"}","threads":{"t1":{"x":1}},"more":[1]}',
  lines: '{"messages":[]}\r\n\n{"messages":["\\n"]}\nnot json\n{"messages":[]}',
  single: '{\n "title": "one",\n "mapping": {"a": {"b": ["}"]}}\n}\n{"mapping":{}}\n',
  marked: '\ufeff[{"a":"é日本"},{"b":"\ud83d\ude00"}]',
  twice: '[{"a":1}]\n[{"b":2}]\n',
  empty: '[]',
  brackets: '[1, }, {"a":2} }, ]',
  joined: '{"a":1}{"b":"}"},{"c":[1]}, \u001e{"d":{}}\n\u001e{"e":1} [{"f":1}]{"g":2}',
  pretty: '{\n  "a": [\n{"b": 1},\n[2]\n  ],\n  "c":\n{}\n}\n{\n"d": "e"\n}',
  broken: '{"a":"cut\n{"b":1}\n{"c":[1}\n{"d":2},\n{"e":{"f":1}\n{"g":3}\n{"h":1,\n{"i":4}',
  nested: '{"code":0,"data":{"total":2,"conversations":[{"a":1},{"b":2}],"next":null},"chats":[{"c":3}]}',
  cells: '<body><div class="outer-cell x">a<div class="b"></div><div class="outer-cell y">c</div></body>',
}

describe('the splitter', () => {
  it.each(Object.entries(TRICKY_FILES))('finds the same items at every chunk size: %s', (_name, text) => {
    const file = Buffer.from(text)
    const expected = splitAtOnce(file)
    for (let size = 1; size <= file.length; size++) expect(split(file, [size], rootOf(file))).toEqual(expected)
  })

  it.each(Object.entries(TRICKY_FILES))('finds the same items if it continues after any item: %s', (_name, text) => {
    const file = Buffer.from(text)
    const { items } = splitAtOnce(file)
    for (const [n, item] of items.entries()) {
      expect(split(file, [7], item.after).items.map(itemAsText)).toEqual(items.slice(n + 1).map(itemAsText))
    }
  })

  verifies(['SUP-2.2-5'], 'reports the key, index and byte range of each item', () => {
    const file = Buffer.from(TRICKY_FILES.object as string)
    const { items, truncatedAt } = splitAtOnce(file)
    expect(items.map(({ key }) => key)).toEqual(['k1', 'k"2', 'k3', 'k4'])
    for (const { start, end, raw } of items) expect(file.subarray(start, end)).toEqual(raw)
    expect(items.map(({ raw }) => raw?.toString())).toEqual(['{"a":"}"}', '[{"role":"user","content":"x"}]', '1', '{}'])
    expect(truncatedAt).toBeUndefined()
  })

  it('yields the items of every list and object under a known name, and skips the rest of an envelope', () => {
    const { items } = splitAtOnce(Buffer.from(TRICKY_FILES.envelope as string))
    expect(items.map(({ raw, key, after }) => [raw?.toString(), key, after.envelope])).toEqual([
      ['{"a":1}', undefined, 'conversations'],
      ['{"b":"]"}', undefined, 'conversations'],
      ['{"x":1}', 't1', 'threads'],
    ])
  })

  it('ends an item with its last bracket, even if more follows on the line', () => {
    const { items } = splitAtOnce(Buffer.from(TRICKY_FILES.joined as string))
    expect(items.map(({ raw }) => raw?.toString())).toEqual([
      ...['{"a":1}', '{"b":"}"}', '{"c":[1]}', '{"d":{}}', '{"e":1}', '[{"f":1}]', '{"g":2}'],
    ])
    const pretty = splitAtOnce(Buffer.from(TRICKY_FILES.pretty as string)).items.map(({ raw }) =>
      JSON.parse(String(raw)),
    )
    expect(pretty).toEqual([{ a: [{ b: 1 }, [2]], c: {} }, { d: 'e' }])
  })

  it('loses only a broken line', () => {
    const { items } = splitAtOnce(Buffer.from(TRICKY_FILES.broken as string))
    const readable = items.flatMap(({ raw }) => {
      try {
        return [JSON.parse(String(raw))]
      } catch {
        return []
      }
    })
    expect(readable).toEqual([{ b: 1 }, { d: 2 }, { g: 3 }, { i: 4 }])
    expect(items).toHaveLength(8)
  })

  it('finds the ends of many items on one long line in linear time', () => {
    const file = Buffer.from('{"a":1}'.repeat(150_000))
    const startUsage = process.cpuUsage()
    expect(split(file, [1024 * 1024], rootOf(file)).items).toHaveLength(150_000)
    const { user } = process.cpuUsage(startUsage)
    expect(user / 1e6).toBeLessThan(5)
  })

  it('handles nested envelope names in linear time', () => {
    const startUsage = process.cpuUsage()
    for (const piece of ['{"data":', '{"data":{"data":[', '{"conversations":[{"data":'])
      expect(detectRoot(Buffer.from(piece.repeat(100_000)).subarray(0, HEAD_BYTES))).toMatchObject({ index: 0 })
    expect(process.cpuUsage(startUsage).user / 1e6).toBeLessThan(5)
  })

  it('splits any JSON at any bytes', () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(values, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (list, sizes) => {
        const file = Buffer.from(JSON.stringify(list, null, sizes.length % 3))
        const { items } = split(file, sizes, { offset: 1, root: 'array', index: 0 })
        expect(items.map(({ raw }) => JSON.parse(String(raw)))).toEqual(JSON.parse(file.toString()))
      }),
      { numRuns: scaled(150, 5_000) },
    )
  })

  it('reports items that are too long, too deep or truncated, and continues', () => {
    const limits = { itemBytes: 40, depth: 3 }
    const file = Buffer.from(`[{"a":1},"${'x'.repeat(50)}",{"a":[[[1]]]},{"b":2},{"c":`)
    for (const size of [1, 5, 1000]) {
      const { items, truncatedAt } = split(file, [size], { offset: 1, root: 'array', index: 0 }, limits)
      expect(items.map(({ fault, raw }) => fault ?? raw?.toString())).toEqual([
        '{"a":1}',
        'oversize',
        'too_deep',
        '{"b":2}',
        'truncated',
      ])
      expect(truncatedAt).toBe(file.length)
    }
  })

  it('reports whether an unterminated last line is too long', () => {
    const limits = { itemBytes: 40, depth: 3 }
    const file = Buffer.from(`{"a":1}\n{"b":"${'x'.repeat(50)}"}`)
    for (const size of [1, 7, 30, 1000]) {
      const { items } = split(file, [size], { offset: 0, root: 'lines', index: 0 }, limits)
      expect(items.map(({ fault, raw }) => fault ?? raw?.toString())).toEqual(['{"a":1}', 'oversize'])
    }
  })

  it('yields the items before a truncated end, and reports its position', () => {
    const file = Buffer.from('[{"a":1},')
    expect(splitAtOnce(file)).toMatchObject({ items: [{ start: 1, end: 8 }], truncatedAt: file.length })
  })

  it.each(['array', 'object', 'envelope', 'ndjson'] as const)('splits an export with the root %s', (root) => {
    const file = exportFile({ seed: 5, conversations: 25, vendor: 'chatgpt', root, messageBytes: 60 })
    const expected = splitAtOnce(file)
    expect(expected.items).toHaveLength(25)
    for (const size of [1, 7, 1_000, 4_096]) {
      expect(split(file, [size], rootOf(file)).items.map(({ start, end }) => [start, end])).toEqual(
        expected.items.map(({ start, end }) => [start, end]),
      )
    }
  })
})

describe('the detected root', () => {
  const rootCases: readonly (readonly [string, string, object | string])[] = [
    ['a list of conversations', '[{"title":"a"}]', { root: 'array', offset: 1 }],
    ['a list of messages', ' [{"role":"user","content":"x"}]', { root: 'single', offset: 1 }],
    ['keyed conversations', '{"id-1":{"mapping":{}}}', { root: 'object', offset: 1 }],
    ['an envelope', '{"conversations":[{"title":"a"}]}', { root: 'envelope', offset: 1 }],
    ['an envelope after metadata fields', '{"version":1,"chats":[{"title":"a"}]}', { root: 'envelope', offset: 1 }],
    ['one conversation', '{"title":"a","mapping":{}}', { root: 'single', offset: 0 }],
    [
      'one conversation with its messages in a field named conversations',
      '{"conversations":[{"from":"human","value":"x"}]}',
      { root: 'single' },
    ],
    ['lines', '{"messages":[]}\n{"messages":[]}', { root: 'lines', offset: 0 }],
    ['keyed conversations after metadata fields', '{"version":1,"id-1":{"mapping":{}}}', { root: 'object', offset: 1 }],
    [
      'an envelope after a metadata object',
      '{"metadata":{"a":1},"conversations":[{"title":"a"}]}',
      { root: 'envelope' },
    ],
    ['an envelope in an envelope', '{"data":{"conversations":[{"title":"a"}]}}', { root: 'envelope', offset: 1 }],
    [
      'one conversation after a metadata object',
      '{"metadata":{},"conversations":[{"query":"a","answer":"b"}]}',
      { root: 'single' },
    ],
    ['one conversation in a wrapper', '{"data":{"id":1,"mapping":{}}}', { root: 'single' }],
    [
      'one list of messages with metadata fields',
      '{"title":"a","said":[{"role":"user","content":"b"}]}',
      { root: 'single' },
    ],
    ['a list of messages by names', '[{"speaker":"Anna","text":"x"}]', { root: 'single', offset: 0 }],
    ['objects on one line', '{"messages":[]}{"messages":[]}', { root: 'lines', offset: 0 }],
    ['objects followed by commas', '{"messages":[]},\n{"messages":[]}', { root: 'lines', offset: 0 }],
    ['a page of activities', '<html><div class="outer-cell x">', { root: 'cells', offset: 6 }],
    ['another page', '<html><body>', 'unknown'],
    ['a UTF-8 byte order mark', '\ufeff[1]', { root: 'array', offset: 4 }],
    ['a ZIP', 'PK\u0003\u0004....', 'zip'],
    ['nothing', ' \n', 'empty'],
    ['text', 'Dear archive,', 'unknown'],
  ]
  it.each(rootCases)('matches %s', (_name, text, expected) => {
    const root = detectRoot(Buffer.from(text))
    if (typeof expected === 'string') expect(root).toBe(expected)
    else expect(root).toMatchObject(expected)
  })
})
