import { type Code, code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

/** Where nothing is said, and the most that is read whole into memory. */
const USUAL_BYTES = 5_000_000
const MOST_BYTES = 50_000_000

const maxBytesOf = ({ figures: { maxBytes } }: Pick<Context, 'figures'>) =>
  maxBytes !== undefined && maxBytes.value <= MOST_BYTES
    ? { bytes: maxBytes.value, keeps: [maxBytes.said] }
    : { bytes: USUAL_BYTES, keeps: [] }

const megabytes = (context: Context): Code => code`${maxBytesOf(context).bytes / 1_000_000} MB`

const others = ({ figures }: Context): Code => {
  const names = [...new Set(figures.formats.map(({ value }) => value.toUpperCase()))].filter((name) => name !== 'CSV')
  return names.length === 0 ? code`` : code` Reading ${names.join(', ') as Code} is not built.`
}

const fixed: Part = {
  summary: code`Reads CSV files of $nouns as they arrive, keeps the good lines and reports the bad ones.`,
  functions: [
    {
      trigger: 'file',
      uses: ['records', 'objects'],
      timeoutSeconds: 120,
      folders: { reads: ['incoming'], writes: ['accepted', 'reports'] },
    },
  ],
  interfaces: [
    {
      kind: 'event',
      input: code`A CSV file id,amount below incoming/`,
      output: code`accepted/<file>.json and reports/<file>.json`,
      auth: code`Roles that may write to the bucket`,
    },
  ],
  boundaries: [
    boundary('queue', code`Bucket to worker`, {
      S: code`Only the bucket's notifications may send to the queue`,
      T: [
        threat(
          'file-twice',
          code`The bucket`,
          code`announces a file twice, as buckets do`,
          code`Lines count twice`,
          [4, 3],
          code`Key and ETag together are worked on once`,
        ),
        threat(
          'file-disguised',
          code`A sender of files`,
          code`names an archive, a program or another text .csv`,
          code`Nonsense is kept as data`,
          [4, 3],
          code`The first bytes, the encoding and the header are checked`,
        ),
      ],
      D: [
        answering(
          ['stride-unbounded-work'],
          threat(
            'file-huge',
            code`A sender of files`,
            code`puts one that is larger than memory, or has lines without end`,
            code`The worker dies again and again`,
            [3, 3],
            code`The bytes of a file, its 50,000 lines and 20 columns are bounded`,
          ),
        ),
      ],
    }),
    boundary('objects', code`Worker to bucket`, {
      S: code`The platform authenticates the worker`,
      T: [
        threat(
          'file-elsewhere',
          code`A sender of messages`,
          code`names a file outside of incoming/, or one that climbs`,
          code`Other files are read or overwritten`,
          [2, 4],
          code`Keys must be below incoming/; what has no plain name is not read; results go to prefixes of their own`,
        ),
        answering(
          ['stride-edited-on-the-way'],
          threat(
            'file-replaced',
            code`A sender of files`,
            code`puts another file under the name, between the event and its reading`,
            code`Another file is read than the event announced`,
            [3, 3],
            code`A file is read by the ETag of its event, or not at all`,
          ),
        ),
      ],
      R: code`The bucket stores versions, and each file has a report`,
      I: code`Texts of lines are in no log and no report; the bucket is private and encrypted`,
      D: code`The bucket is the platform's; files are bounded when they are read`,
      E: [],
    }),
  ],
  decisions: [
    {
      title: code`A report a file instead of all or nothing`,
      context: code`Files come from people and other systems; most have a few bad lines.`,
      drivers: [code`Good lines are not held up by bad ones`, code`The sender can fix the file without help`],
      options: [
        option(
          code`Keep good lines, report bad ones by number`,
          code`processing continues, and the sender sees what to fix`,
          code`a file can be half in`,
        ),
        option(code`Refuse the whole file`, code`a file is in or out`, code`one typing error holds up a day's work`),
        option(code`Skip bad lines`, code`senders are not disturbed`, code`data is lost in silence`),
      ],
      because: code`it loses nothing and needs no operator.`,
      good: [code`every line is accounted for`],
      bad: [code`a reader who needs all or nothing must check the report first`],
      confirmation: code`test/parse-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files and what was made of them`],
  actors: [code`Senders of files`, code`Readers of results`],
  flows: [code`Bucket to queue: names of new files`, code`Worker to bucket: accepted lines and reports`],
}

const service = (context: Context): Part => ({
  example: code`It reads CSV with the header id,amount and refuses every other file with a report.${others(context)} Put your own format in its place, in src/$kebab/parse-$kebabs.ts.`,
  rendered: () => [templates('file-pipeline', { values: { maxBytes: maxBytesOf(context).bytes } })],
  requirements: [
    {
      key: 'files',
      text: code`Every line of a file is accepted or rejected by its number, once a version of the file`,
      priority: 'P1',
    },
    {
      key: 'refused',
      text: code`A file that is no CSV, or larger than ${megabytes(context)}, is refused with a reason, and changes nothing`,
      priority: 'P1',
      keeps: maxBytesOf(context).keeps,
    },
  ],

  constraints: [code`A file has at most ${megabytes(context)} and 50,000 lines`],
})

export const filePipeline: Pattern = {
  version: '1.1.0',
  title: 'File pipeline',
  traits: {
    trigger: 'file',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'queue',
    store: 'object',
    exposure: 'internal',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'batch',
  },
  parts: (context) => [queuePort, workPart, ownRecordsPart, oncePart(120), service(context), fixed],
}
