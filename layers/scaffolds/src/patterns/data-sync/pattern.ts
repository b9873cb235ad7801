import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import { contestedRecords, oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { retryPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 600

const service: Part = {
  summary: code`Keeps the $nouns of a target like those of a source, one way: what was changed in the target alone is overwritten, and what is there alone is removed. A run that would remove more than 10 % of the target (setting MAX_DELETED_PERCENT; one $noun is always allowed) changes nothing at all and fails, until somebody has looked.`,
  example: code`Both sides are an example: pages {items: [{id, fields}], next?} at an address, and PUT {fields} or DELETE at address/id. Put your two systems in their place, in src/$kebab/ and src/handler.ts.`,
  functions: [{ trigger: 'schedule', uses: ['records', 'upstream'], timeoutSeconds: TIMEOUT_SECONDS, secrets: true }],
  everyMinutes: 15,
  secrets: [
    { name: code`SOURCE_TOKEN`, means: code`Token of the source, that may read alone` },
    { name: code`TARGET_TOKEN`, means: code`Token of the target, that may change $nouns alone` },
  ],
  settings: [
    {
      name: code`SOURCE_URL`,
      means: code`Address of the source's list`,
      value: code`https://source.example.com/v1/$kebabs`,
    },
    {
      name: code`TARGET_URL`,
      means: code`Address of the target's list`,
      value: code`https://target.example.com/v1/$kebabs`,
    },
    {
      name: code`MAX_DELETED_PERCENT`,
      means: code`Share of the target that one run may remove, in whole percent, but one $noun at least; 0 removes none`,
      value: code`10`,
    },
  ],
  rendered: () => [templates('data-sync'), contestedRecords()],
  interfaces: [
    {
      kind: 'event',
      input: code`The clock, each quarter of an hour`,
      output: code`Changes of the target, and a record of the run`,
      auth: code`The platform's scheduler`,
    },
  ],
  requirements: [
    {
      key: 'synced',
      text: code`After a run the target is like the source, whoever changed it; what failed is named, and what was left is counted`,
      priority: 'P1',
    },
    { key: 'guarded', text: code`A source that is broken, half or doubled changes nothing`, priority: 'P1' },
  ],
  boundaries: [
    boundary('clock', code`Clock to job`, {
      S: code`Only the platform's scheduler may start the function`,
      T: [
        threat(
          'run-twice',
          code`The scheduler`,
          code`starts a run twice`,
          code`Two runs change against each other`,
          [3, 3],
          code`A quarter of an hour has one run`,
        ),
      ],
      R: [
        threat(
          'run-denied',
          code`A run`,
          code`fails, or is stopped, before its end`,
          code`Its changes cannot be reconstructed`,
          [3, 3],
          code`A run leaves a record before it begins, and its counts, failures and fault at its end, for 30 days`,
        ),
      ],
      I: code`The clock carries no data`,
      D: code`A run ends itself after eight minutes, and reads 200 pages of a system at most`,
      E: [],
    }),
    boundary('systems', code`Job to both systems`, {
      S: [
        threat(
          'tokens-apart',
          code`One of the systems`,
          code`is sent the token of the other, or redirects to somewhere`,
          code`It acts with the rights of this service`,
          [2, 5],
          code`Each has its own token; redirects are refused`,
        ),
      ],
      T: [
        threat(
          'source-empty',
          code`The source`,
          code`is empty after a fault of its own`,
          code`Everything in the target is deleted`,
          [3, 5],
          code`A run deletes a tenth at most (MAX_DELETED_PERCENT), of fewer than ten one, and nothing when the source is empty; above it somebody looks`,
        ),
        threat(
          'source-half',
          code`The source`,
          code`fails in the middle of its pages`,
          code`The other half is deleted`,
          [4, 5],
          code`All pages or none`,
        ),
        threat(
          'page-malformed',
          code`The source, in another version`,
          code`sends ids with slashes or nested fields`,
          code`Other resources are changed`,
          [2, 4],
          code`Pages are read strictly; ids are encoded in paths`,
        ),
      ],
      R: code`The record of a run names what failed, with the reason`,
      I: code`Fields of $nouns are in no log`,
      D: [
        threat(
          'change-refused',
          code`The target`,
          code`refuses one $noun, or fails at it`,
          code`All behind it are never synced`,
          [4, 3],
          code`It is named, the others go on, the run fails loudly, and the next begins elsewhere`,
        ),
      ],
      E: code`The tokens have the rights that one run needs`,
    }),
  ],

  decisions: [
    {
      title: code`Compare both, rather than follow events`,
      context: code`The source's events are lost at times, and the target is changed by hand at times.`,
      drivers: [
        code`They are alike after each run, whatever happened before`,
        code`A broken source must not empty the target`,
      ],
      options: [
        option(code`Read both, plan, change`, code`any drift heals itself`, code`each run reads everything`),
        option(code`Follow the source's events`, code`changes come within seconds`, code`a lost event stays lost`),
        option(code`Copy the source's database`, code`no code`, code`it copies its faults, too`),
      ],
      because: code`healing matters more than seconds.`,
      good: [code`a run that dies does no harm: the next one plans again`],
      bad: [code`beyond 200 pages read by a cursor of changes`],
      confirmation: code`test/plan-$kebab-changes.test.ts.`,
    },
  ],
  assets: [code`$Entities of the target`, code`Tokens of both systems`],
  actors: [code`The source`, code`The target`, code`Operators who check a stopped run`],
  flows: [code`Source to job: pages`, code`Job to target: changes`, code`Job to table: records of runs`],
  constraints: [code`PUT and DELETE of the target bear repetition`, code`One way: the source wins`],
}

export const dataSync: Pattern = {
  version: '1.1.0',
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
