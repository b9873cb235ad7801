import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import type { BusEvent } from '../ports.ts'
import { isRecord } from './json.ts'

const MAX_ENTRIES = 10
const MAX_BYTES = 1_048_576
/** Bytes that EventBridge counts for a time, whatever its value. */
const TIME_BYTES = 14
const MAX_NESTING = 1000

const sizeOf = ({ Time, Source = '', DetailType = '', Detail = '', Resources = [] }: Input): number =>
  [Source, DetailType, Detail, ...(Resources as unknown[])].reduce(
    (sum: number, text) => sum + Buffer.byteLength(String(text)),
    Time === undefined ? 0 : TIME_BYTES,
  )

/** Returns the entries of a request. @throws AwsError if the whole request is rejected. */
export const entriesOf = ({ Entries }: Input): readonly Input[] => {
  const entries = Array.isArray(Entries) ? (Entries as Input[]) : []
  const invalid = (rule: string) =>
    new AwsError(
      'ValidationException',
      `1 validation error detected: Value '[PutEventsRequestEntry]' at 'entries' failed to satisfy constraint: ${rule}`,
    )
  if (entries.length === 0) throw invalid('Member must have length greater than or equal to 1')
  if (entries.length > MAX_ENTRIES) throw invalid(`Member must have length less than or equal to ${MAX_ENTRIES}`)
  if (entries.reduce((sum, entry) => sum + sizeOf(entry), 0) >= MAX_BYTES)
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.')
  return entries
}

const missingParameter = (name: string): AwsError =>
  new AwsError('InvalidArgument', `Parameter ${name} is not valid. Reason: ${name} is a required argument.`)

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((deepest: number, each) => Math.max(deepest, depthOf(each)), 0)
    : 0

const detailOf = (text: string): Readonly<Record<string, unknown>> => {
  let detail: unknown
  try {
    detail = JSON.parse(text)
  } catch {
    // Rejected below, like any other value that is not an object.
  }
  if (isRecord(detail) && depthOf(detail) <= MAX_NESTING) return detail
  throw new AwsError('MalformedDetail', 'Detail is malformed.')
}

const textOf = (entry: Input, name: string): string => {
  const value: unknown = entry[name]
  if (typeof value === 'string' && value !== '') return value
  throw missingParameter(name)
}

/** Parses one entry. @throws AwsError, which becomes the result of this entry only. */
export const eventOf = (
  entry: Input,
  { id, account, region, now }: Pick<BusEvent, 'id' | 'account' | 'region'> & { readonly now: number },
): BusEvent => {
  const source = textOf(entry, 'Source')
  const type = textOf(entry, 'DetailType')
  if (source.startsWith('aws.')) throw new AwsError('NotAuthorizedForSourceException', 'Not authorized for the source.')
  const time = entry.Time === undefined ? now : Number(entry.Time) * 1000
  return {
    version: '0',
    id,
    'detail-type': type,
    source,
    account,
    time: new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: (entry.Resources ?? []) as string[],
    detail: detailOf(textOf(entry, 'Detail')),
  }
}
