import { describe, expect, it } from 'vitest'
import { timeOf } from '../../../layers/chat-exports/src/read/times.ts'

const EXPECTED = '2026-03-05T14:07:09.000Z'
const EXPECTED_MS = Date.parse(EXPECTED)

describe('a parsed time', () => {
  const spellings: readonly (readonly [string, unknown])[] = [
    ['seconds', EXPECTED_MS / 1000],
    ['milliseconds', EXPECTED_MS],
    ['microseconds', EXPECTED_MS * 1000],
    ['nanoseconds', EXPECTED_MS * 1e6],
    ['seconds as text', String(EXPECTED_MS / 1000)],
    ['seconds with a fraction as text', `${EXPECTED_MS / 1000}.0`],
    ['milliseconds as text', String(EXPECTED_MS)],
    ['nanoseconds as text', `${EXPECTED_MS}000000`],
    ['MongoDB', { $date: EXPECTED }],
    ['MongoDB in milliseconds', { $date: EXPECTED_MS }],
    ['MongoDB in its long form', { $date: { $numberLong: String(EXPECTED_MS) } }],
    ['Firestore', { _seconds: EXPECTED_MS / 1000, _nanoseconds: 0 }],
    ['protobuf', { seconds: String(EXPECTED_MS / 1000), nanos: 0 }],
    ['.NET', `/Date(${EXPECTED_MS}+0000)/`],
    ['ISO 8601', '2026-03-05T14:07:09Z'],
    ['ISO 8601 with an offset', '2026-03-05T22:07:09.000000+08:00'],
    ['ISO 8601 with a short offset', '2026-03-05T16:07:09+02'],
    ['ISO 8601 with an offset without a colon', '2026-03-05T09:07:09-0500'],
    ['ISO 8601 without a zone', '2026-03-05T14:07:09'],
    ['ISO 8601 with nine digits', '2026-03-05T14:07:09.000000000Z'],
    ['ISO 8601 with a space', '2026-03-05 14:07:09'],
    ['ISO 8601 without separators', '20260305T140709Z'],
    ['ISO 8601 with a zone name', '2026-03-05T15:07:09+01:00[Europe/Berlin]'],
    ['Go', '2026-03-05 14:07:09 +0000 UTC'],
    ['UTC by name', '2026-03-05 14:07:09 UTC'],
    ['RFC 2822', 'Thu, 05 Mar 2026 15:07:09 +0100'],
    ['HTTP', 'Thu, 05 Mar 2026 14:07:09 GMT'],
    ['JavaScript', 'Thu Mar 05 2026 15:07:09 GMT+0100 (Central European Standard Time)'],
    ['Unix', 'Thu Mar  5 14:07:09 2026'],
    ['American', '3/5/2026, 2:07:09 PM'],
    ['British', '05/03/2026, 14:07:09'],
    ['German', '5.3.2026, 14:07:09'],
    ['German in words', '5. März 2026 um 15:07:09 MEZ'],
    ['Takeout', 'Mar 5, 2026, 9:07:09\u202fAM EST'],
    ['Takeout with an offset', 'Mar 5, 2026, 3:07:09 PM GMT+01:00'],
    ['Takeout in Portuguese', '5 de mar. de 2026, 11:07:09 BRT'],
    ['Takeout in Spanish', '5 mar 2026, 15:07:09 CET'],
    ['Takeout in French', '5 mars 2026, 15:07:09 CET'],
    ['Takeout in Japanese', '2026/03/05 23:07:09 JST'],
    ['Japanese in signs', '2026年3月5日 23:07:09 JST'],
    ['Korean', '2026. 3. 5. 오후 11:07:09 KST'],
    ['midnight and noon', '3/6/2026, 12:07:09 AM GMT+10:00'],
  ]
  it.each(spellings)('matches for the format %s', (_name, value) => {
    expect(timeOf(value)).toBe(EXPECTED)
  })

  it.each([
    ['a day', '2026-03-05', '2026-03-05T00:00:00.000Z'],
    ['minutes', '2026-03-05 14:07', '2026-03-05T14:07:00.000Z'],
    ['milliseconds', '2026-03-05T14:07:09.250Z', '2026-03-05T14:07:09.250Z'],
    ['a comma', '2026-03-05 14:07:09,250', '2026-03-05T14:07:09.250Z'],
  ])('keeps its precision: %s', (_name, value, expected) => {
    expect(timeOf(value)).toBe(expected)
  })

  it.each([
    null,
    undefined,
    '',
    ' ',
    'soon',
    '10:00:00 GMT+0000',
    {},
    [],
    true,
    '9999999',
    'Room 12, 2026',
    '2026-13-45',
  ])('does not exist for %j', (value) => {
    const time = timeOf(value)
    expect(time === null || time.startsWith('1970')).toBe(true)
  })
})
