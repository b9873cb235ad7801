import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { oncePart, ownRecordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { retryPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 600

const service: Part = {
  summary: code`Synchronizes $nouns one way, from a source to a target. Changes that were only made in the target are overwritten, and $nouns that only the target has are deleted. A run that would delete more than 10% of the target (setting MAX_DELETED_PERCENT; one $noun is always allowed) fails without any change until an operator has checked it.`,
  example: code`Both systems are examples: a list with pages {items: [{id, fields}], next?}, and PUT {fields} or DELETE at list/id. Replace them with your own systems in src/$kebab/ and src/handler.ts.`,
  functions: [{ trigger: 'schedule', uses: ['records', 'upstream'], timeoutSeconds: TIMEOUT_SECONDS, secrets: true }],
  everyMinutes: 15,
  secrets: [
    { name: code`SOURCE_TOKEN`, description: code`Token of the source, with read access only` },
    { name: code`TARGET_TOKEN`, description: code`Token of the target, with write access to $nouns only` },
  ],
  settings: [
    {
      name: code`SOURCE_URL`,
      description: code`URL of the list in the source`,
      value: code`https://source.example.com/v1/$kebabs`,
    },
    {
      name: code`TARGET_URL`,
      description: code`URL of the list in the target`,
      value: code`https://target.example.com/v1/$kebabs`,
    },
    {
      name: code`MAX_DELETED_PERCENT`,
      description: code`Share of the target that one run may delete, as an integer percentage, but at least one $noun; 0 disables deletion`,
      value: code`10`,
    },
  ],
  render: () => [templates('data-sync'), rivalWriteSupport()],
  interfaces: [
    {
      kind: 'event',
      input: code`The schedule, every 15 minutes`,
      output: code`Changes in the target, and a record of the run`,
      auth: code`The platform's scheduler`,
    },
  ],
  requirements: [
    {
      key: 'synced',
      text: code`After a run the target matches the source, regardless of who changed it. The record names failed changes and counts those not applied`,
      priority: 'P1',
    },
    {
      key: 'guarded',
      text: code`An empty, incomplete or malformed source changes nothing, and neither does a concurrent run`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('clock', code`Schedule to job`, {
      S: code`Only the platform's scheduler may start the function`,
      T: [
        threat(
          'run-twice',
          code`The scheduler`,
          code`starts a run twice`,
          code`Two runs make conflicting changes`,
          [3, 3],
          code`There is one run per quarter of an hour`,
        ),
      ],
      R: [
        threat(
          'run-denied',
          code`A run`,
          code`fails or is stopped before it ends`,
          code`Its changes cannot be reconstructed`,
          [3, 3],
          code`A run stores a record when it starts, and adds counts, failures and errors when it ends. Records are retained for 30 days`,
        ),
      ],
      I: code`The schedule carries no data`,
      D: code`A run ends after eight minutes and reads at most 200 pages per system`,
      E: [],
    }),
    boundary('systems', code`Job to source and target`, {
      S: [
        threat(
          'tokens-apart',
          code`One of the systems`,
          code`receives the token of the other system, or redirects the request`,
          code`It acts with the rights of this service`,
          [2, 5],
          code`Each has its own token; redirects are refused`,
        ),
      ],
      T: [
        threat(
          'source-empty',
          code`The source`,
          code`is empty because of a fault`,
          code`Everything in the target is deleted`,
          [3, 5],
          code`A run deletes at most MAX_DELETED_PERCENT of the target (10% by default, but at least one item), and nothing when the source is empty. Above the limit the run fails, and an operator checks it`,
        ),
        threat(
          'source-half',
          code`The source`,
          code`fails between two pages`,
          code`All items of the missing pages are deleted`,
          [4, 5],
          code`Nothing changes unless all pages were read`,
        ),
        threat(
          'page-malformed',
          code`A new version of the source`,
          code`sends IDs with slashes, or nested fields`,
          code`Unrelated resources are changed`,
          [2, 4],
          code`Pages are validated strictly; IDs are encoded in paths`,
        ),
      ],
      R: code`The record of a run names each failed change with its reason`,
      I: code`Fields of $nouns are never logged`,
      D: [
        threat(
          'change-refused',
          code`The target`,
          code`rejects one $noun, or fails to process it`,
          code`The $nouns after it are never synchronized`,
          [4, 3],
          code`The run records the failed change, applies the others and then fails; the next run starts at another change`,
        ),
      ],
      E: code`The tokens only have the rights that a run needs`,
    }),
  ],

  decisions: [
    {
      title: code`Compare both systems instead of following events`,
      context: code`Events of the source are sometimes lost, and the target is sometimes changed manually.`,
      drivers: [
        code`Both systems match after each run, whatever happened before`,
        code`A broken source must not empty the target`,
      ],
      options: [
        option(
          code`Read both systems, plan, apply`,
          code`any drift is corrected automatically`,
          code`each run reads all items`,
        ),
        option(
          code`Follow the events of the source`,
          code`changes arrive within seconds`,
          code`a lost event is never recovered`,
        ),
        option(code`Copy the database of the source`, code`it needs no code`, code`it also copies faults`),
      ],
      because: code`automatic correction matters more than latency.`,
      good: [code`a crashed run does no harm, because the next run plans again`],
      bad: [code`more than 200 pages need a change cursor`],
      confirmation: code`test/plan-$kebab-changes.test.ts.`,
    },
  ],
  assets: [code`$Entities of the target`, code`Tokens of both systems`],
  actors: [code`The source`, code`The target`, code`Operators who check a stopped run`],
  flows: [code`Source to job: pages`, code`Job to target: changes`, code`Job to table: records of runs`],
  constraints: [code`PUT and DELETE in the target are idempotent`, code`One-way synchronization: the source wins`],
}

export const dataSync: Pattern = {
  version: '1.2.0',
  title: 'Data sync',
  traits: {
    trigger: 'schedule',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'sync',
    store: 'keyvalue',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'batch',
  },
  parts: () => [retryPart, ownRecordsPart, oncePart(TIMEOUT_SECONDS), service],
}
