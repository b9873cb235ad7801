import { type Code, code, joined } from '../../code.ts'
import {
  type Context,
  onAws,
  onCloudflare,
  type Part,
  type Rendered,
  type Requirement,
  type ThreatDraft,
} from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { knowsTenants } from '../verification/caller-parts.ts'

const CONDITIONAL: Requirement = {
  key: 'records-conditional',
  text: code`A record changes only from the version that was read, within its partition`,
  priority: 'P1',
}

const foreign: ThreatDraft = {
  key: 'records-foreign',
  source: code`A caller`,
  prerequisites: code`The id of a record of another tenant`,
  action: code`reads, lists or removes it`,
  impact: code`Data of another tenant is disclosed`,
  likelihood: 4,
  impactScore: 5,
  mitigation: code`The partition comes from the verified caller, never from the request; what is foreign is absent`,
  answers: ['stride-foreign-id'],
}

const lostUpdate: ThreatDraft = {
  key: 'records-lost-update',
  source: code`Two requests at once`,
  prerequisites: code`Both have read one version`,
  action: code`write over each other`,
  impact: code`A change is lost, unnoticed`,
  likelihood: 4,
  impactScore: 3,
  mitigation: code`Every write names the version it changes, the table refuses any other, and what was refused is answered or done again`,
  answers: ['stride-two-writers', 'arch-two-writers'],
}

interface Table {
  readonly isCalled: boolean
  /** Whether the service writes; why it does not, where it does not. */
  readonly writes: true | Code
}

const tableOf = ({ isCalled, writes }: Table): Part => ({
  rendered: () => [templates('shared/records')],
  requirements: [CONDITIONAL],
  boundaries: [
    {
      key: 'records',
      name: code`Function to table`,
      cells: {
        S: code`The platform authenticates the function; there is no password to steal`,
        T: writes === true ? [lostUpdate] : writes,
        R: code`What is written is traced by the function's log line and the record's version`,
        I: isCalled ? [foreign] : code`Callers do not name a partition: the service reads a single one for all of them`,
        D: [
          {
            key: 'records-unbounded',
            source: isCalled ? code`A caller` : code`Our own code`,
            prerequisites: code`Many records`,
            action: code`lists everything at once`,
            impact: code`Reads without bound slow others and cost money`,
            likelihood: 3,
            impactScore: 3,
            mitigation: code`Pages are bounded and begin behind the last id`,
            answers: isCalled ? ['stride-unbounded-work'] : [],
          },
        ],
        E: [],
      },
    },
  ],
  assets: [code`Records`],
})

/** Records of callers: each reaches its own partition, where callers are told apart; else they share one. */
export const recordsPart = (context: Context): Part => tableOf({ isCalled: knowsTenants(context), writes: true })

/** What stands between a service that reads and its table. The store can write all the same: its tests fill it so. */
const unwritten = (context: Context): Code =>
  joined(
    [
      code`No route of this service writes`,
      onAws(context) ? code`On AWS its function has no right to write either` : undefined,
      onCloudflare(context)
        ? code`On Cloudflare its binding could write, and once an hour the Worker removes rows that have expired`
        : undefined,
    ],
    '. ',
  )

/** Records of callers that something else writes: this service reads them alone. */
export const readRecordsPart = (context: Context): Part => tableOf({ isCalled: true, writes: unwritten(context) })

/** Records of a service that nobody calls, or whose caller has no records: there is nobody to keep apart. */
export const ownRecordsPart: Part = tableOf({ isCalled: false, writes: true })

/** Seconds of a lease: longer than its function may run, and not shorter than a queue waits. */
const leaseSeconds = (timeoutSeconds: number): number => Math.max(300, timeoutSeconds + 60)

/** One effect an id, over records. @param timeoutSeconds how long the function may run: its lease is longer. */
export const oncePart = (timeoutSeconds: number): Part => ({
  rendered: () => [
    templates('shared/once', {
      values: { timeoutSeconds, timeoutMs: timeoutSeconds * 1_000, leaseMs: leaseSeconds(timeoutSeconds) * 1_000 },
    }),
  ],
  requirements: [
    {
      key: 'once',
      text: code`A message that comes twice has one effect; one whose worker died is done again`,
      priority: 'P1',
    },
  ],
})

/** `test/support/contested.ts`: a store in which another writer is faster. */
export const contestedRecords = (): Rendered => templates('shared/contested')
