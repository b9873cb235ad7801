import { checkArtifact } from '@signet/artifacts'
import fc from 'fast-check'
import { fileTypeFromBuffer } from 'file-type'
import { describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { corpus } from './corpus/corpus.ts'
import { zipWith } from './corpus/zip-builder.ts'

const accepted = corpus.filter(({ refusedBy }) => refusedBy === undefined)

/**
 * Verdicts of file-type for accepted types. It reports .xls as its CFB container, and an ODS file without a `mimetype`
 * entry as zip. It may report a zip that looks like a workbook as xlsx.
 */
const KNOWN_VERDICTS: Readonly<Record<string, readonly string[]>> = {
  'application/vnd.oasis.opendocument.spreadsheet': [
    'application/vnd.oasis.opendocument.spreadsheet',
    'application/zip',
  ],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/zip': ['application/zip', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}
/** file-type accepts very short signatures (`BM`, `GIF`, `%PDF`), which a text may begin with. */
const MISTAKEN = ['image/bmp', 'image/gif', 'application/pdf']

describe('file-type', () => {
  it.each(accepted)('file-type contradicts no accepted file: $type, $title', async ({ type, bytes }) => {
    const verdict = (await fileTypeFromBuffer(bytes))?.mime
    const known = [...(KNOWN_VERDICTS[type] ?? [type]), ...(type.startsWith('text/') ? MISTAKEN : [])]
    expect(verdict === undefined || known.includes(verdict) ? 'agrees' : verdict).toBe('agrees')
  })
})

/** Returns the names that yauzl reads strictly, or its refusal as text. */
const namesByYauzl = (bytes: Buffer): Promise<readonly string[] | string> =>
  new Promise((resolve) => {
    yauzl.fromBuffer(bytes, { strictFileNames: true }, (error, file) => {
      if (error) return resolve(error.message)
      const names: string[] = []
      file.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName))
      file.on('error', ({ message }: Error) => resolve(message))
      file.on('end', () => resolve(names))
    })
  })

describe('yauzl', () => {
  it.each(accepted.filter(({ bytes }) => bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004'))(
    'yauzl reads every accepted archive: $title',
    async ({ bytes }) => {
      expect(await namesByYauzl(bytes)).toBeInstanceOf(Array)
    },
  )

  it('yauzl finds the names of any accepted archive', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/)
    const entry = fc.record({
      name,
      content: fc.string({ unit: 'grapheme-ascii', maxLength: 50 }),
      isStored: fc.boolean(),
      descriptor: fc.constantFrom(undefined, 'signed' as const, 'plain' as const),
    })
    const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: (each) => each.name })
    await fc.assert(
      fc.asyncProperty(entries, async (entryList) => {
        const bytes = zipWith(entryList)
        expect(checkArtifact({ bytes, type: 'application/zip' })).toEqual({ ok: true, warnings: [] })
        expect(await namesByYauzl(bytes)).toEqual(entryList.map((each) => each.name))
      }),
    )
  })
})

const isJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

describe('JSON.parse', () => {
  /** Documents of any form, and the same with a few characters cut or inserted. */
  const mutatedJson = fc.tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.string({ maxLength: 2, unit: fc.constantFrom(...'{}[],:"\\u0e-+.1 \n') }),
  )

  it('JSON.parse accepts the same documents, except those that repeat a name', () => {
    const counts = { accepted: 0, broken: 0 }
    fc.assert(
      fc.property(mutatedJson, ([json, position, length, insertion]) => {
        const at = position % (json.length + 1)
        const text = `[${json.slice(0, at)}${insertion}${json.slice(at + length)}]`
        const verdict = checkArtifact({ bytes: Buffer.from(text.toWellFormed()), type: 'application/json' })
        const rule = verdict.ok ? undefined : verdict.rule
        if (rule === 'json_syntax') counts.broken++
        if (rule === undefined) counts.accepted++
        const expectedRules = isJson(text) ? [undefined, 'json_duplicate_key'] : ['json_syntax', 'json_duplicate_key']
        expect(expectedRules).toContain(rule)
      }),
      { numRuns: 5_000 },
    )
    expect(Math.min(counts.accepted, counts.broken)).toBeGreaterThan(500)
  })

  it('JSON.parse accepts the same numbers', () => {
    const written = fc.string({ maxLength: 8, unit: fc.constantFrom(...'01-+.eE9') })
    fc.assert(
      fc.property(written, (number) => {
        const { ok } = checkArtifact({ bytes: Buffer.from(`[${number}]`), type: 'application/json' })
        expect(ok).toBe(isJson(`[${number}]`))
      }),
      { numRuns: 5_000 },
    )
  })
})
