import { ARTIFACT_MAX_BYTES, type ArtifactType, checkArtifact } from '@signet/artifacts'
import { compoundFile } from '../unit/artifacts/corpus/compound-builder.ts'
import { workbookEntries, type ZipEntry, zipWith } from '../unit/artifacts/corpus/zip-builder.ts'
import { median, type Progress, type Row } from './measure.ts'

const ROUNDS = 3
/**
 * Maximum growth of the time when the bytes double. Linear work doubles; sets of names and garbage collection add a
 * little.
 */
const GROWTH_MAX = 3
/** Bound of the slowest input of 10 MiB in milliseconds; a request has seconds. */
const BOUND_MS = 1_000

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface WorstCase {
  readonly what: string
  readonly type: ArtifactType
  /** Creates a file of about this size. */
  readonly create: (length: number) => Buffer
}

const repeatedPattern =
  (pattern: string, before = '', behind = '') =>
  (length: number): Buffer => {
    const count = Math.floor((length - before.length - behind.length) / pattern.length)
    return Buffer.from(`${before}${pattern.repeat(count)}${behind}`, 'latin1')
  }

const jsonMembers =
  (name: (at: number) => string) =>
  (length: number): Buffer => {
    const count = Math.floor(length / (name(1_000_000).length + 6))
    return Buffer.from(`{${Array.from({ length: count }, (_, at) => `"${name(at + 1_000_000)}":0`).join(',')}}`)
  }

/** Creates an archive that consists almost entirely of its directory. */
const longNames =
  (segment: string, before: readonly ZipEntry[] = []) =>
  (length: number): Buffer => {
    const name = segment.repeat(Math.floor((length / 4_000 - 60) / segment.length))
    const longNamedEntries = Array.from({ length: 1_990 }, (_, at) => ({ name: `${at}/${name}a`, isStored: true }))
    return zipWith([...before, ...longNamedEntries])
  }

const textCases = (
  type: ArtifactType,
  patterns: readonly (readonly [pattern: string, before?: string, behind?: string])[],
): WorstCase[] =>
  patterns.map(([pattern, before, behind]) => ({
    what: JSON.stringify(`${before ?? ''}${pattern}…`),
    type,
    create: repeatedPattern(pattern, before, behind),
  }))

const WORST_CASES: readonly WorstCase[] = [
  ...textCases('text/plain', [['a'], [' '], ['\u00c2\u00a0'], ['<', ' ']]),
  ...textCases('text/csv', [['=,'], ['"'], ['-1,'], ['-', '-'], ['"="",'], ['\n']]),
  ...textCases('application/json', [
    ['[],', '[', '[]]'],
    ['{},', '[', '{}]'],
    ['{"a":{}},', '[', '{}]'],
    ['1,', '[', '1]'],
    ['true,', '[', '1]'],
    ['\\u0061', '["', '"]'],
    ['\\u0061', '{"', '":0}'],
    [' ', '[', ']'],
    ['1', '[', ']'],
  ]),
  { what: 'fields with numbers as names', type: 'application/json', create: jsonMembers(String) },
  { what: 'fields with words as names', type: 'application/json', create: jsonMembers((at) => `name${at}`) },
  { what: 'field names with escaped slashes', type: 'application/json', create: jsonMembers((at) => `\\/${at}`) },
  { what: 'field names with escapes', type: 'application/json', create: jsonMembers((at) => `\\u0061${at}`) },
  ...textCases('application/pdf', [
    ['%%EOF', '%PDF-'],
    ['PK\u0005\u0006', '%PDF-', '%%EOF'],
  ]),
  ...textCases('application/zip', [
    ['PK\u0005\u0006', 'PK\u0003\u0004'],
    ['PK\u0001\u0002', 'PK\u0003\u0004'],
  ]),
  { what: 'names of one letter', type: 'application/zip', create: longNames('a') },
  { what: 'names of slashes', type: 'application/zip', create: longNames('a/') },
  { what: 'names of dots', type: 'application/zip', create: longNames('.. .') },
  { what: 'names of dots in a workbook', type: WORKBOOK, create: longNames('.', workbookEntries) },
  { what: 'names of escapes in a workbook', type: WORKBOOK, create: longNames('%2e', workbookEntries) },
  ...textCases('application/vnd.ms-excel', [['W\u0000', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1']]),
  {
    what: 'a directory with a cycle',
    type: 'application/vnd.ms-excel',
    create: (length) => Buffer.concat([compoundFile([{ name: 'A' }], { circle: true }), Buffer.alloc(length - 1_536)]),
  },
]

const msOf = (bytes: Buffer, type: ArtifactType): number => {
  const began = performance.now()
  checkArtifact({ bytes, type })
  return performance.now() - began
}

const fileOf = ({ what, create }: WorstCase, length: number): Buffer => {
  const bytes = create(length)
  if (bytes.length > ARTIFACT_MAX_BYTES) throw new Error(`${what} is too long`)
  return bytes
}

/** Measures both lengths in turn and returns the medians of the rounds; the first round compiles and does not count. */
const measureCases = (progress: Progress) =>
  WORST_CASES.map((worst) => {
    progress(`artifacts, ${worst.type}: ${worst.what}`)
    const halfFile = fileOf(worst, ARTIFACT_MAX_BYTES / 2)
    const fullFile = fileOf(worst, ARTIFACT_MAX_BYTES - 4)
    const rounds = Array.from({ length: ROUNDS + 1 }, () => ({
      whole: msOf(fullFile, worst.type),
      half: msOf(halfFile, worst.type),
    }))
    const countedRounds = rounds.slice(1)
    const halves = countedRounds.map((round) => round.half)
    const wholes = countedRounds.map((round) => round.whole)
    return { what: `${worst.type}, ${worst.what}`, half: median(halves), whole: median(wholes) }
  })

/**
 * Measures the maximum cost of an upload: the slowest input of 10 MiB, and the one whose time grows most with its
 * length.
 */
export const artifactsBench = async (progress: Progress): Promise<Row[]> => {
  const timings = measureCases(progress)
  const slowest = timings.reduce((one, other) => (other.whole > one.whole ? other : one))
  // Below a few milliseconds, the clock is too coarse to measure growth.
  const growing = timings
    .filter(({ half }) => half > 5)
    .reduce((one, other) => (other.whole / other.half > one.whole / one.half ? other : one))
  return [
    {
      bench: 'the slowest upload of 10 MiB',
      ours: slowest.whole,
      rival: BOUND_MS,
      unit: 'ms',
      ratio: slowest.whole / BOUND_MS,
      budget: { atMost: 1 },
      note: `${slowest.what}; ${timings.length} inputs`,
    },
    {
      bench: 'an upload of 10 MiB against one of 5 MiB',
      ours: growing.whole,
      rival: growing.half,
      unit: 'ms',
      ratio: growing.whole / growing.half,
      budget: { atMost: GROWTH_MAX },
      note: `${growing.what} grows most`,
    },
  ]
}
