import { type Code, code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { oncePart, ownRecordsPart } from '../../parts/records/part.ts'
import { queuePort, workPart } from '../../parts/work/part.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const TIMEOUT_SECONDS = 120

/** Default and maximum file size. Files are read into memory. */
const DEFAULT_MAX_BYTES = 5_000_000
const MAX_BYTES_LIMIT = 50_000_000

const maxBytesOf = ({ figures: { maxBytes } }: Pick<Context, 'figures'>) =>
  maxBytes !== undefined && maxBytes.value <= MAX_BYTES_LIMIT
    ? { bytes: maxBytes.value, fulfills: [maxBytes.quote] }
    : { bytes: DEFAULT_MAX_BYTES, fulfills: [] }

const megabytes = (context: Context): Code => code`${maxBytesOf(context).bytes / 1_000_000} MB`

const unsupportedFormats = ({ figures }: Context): Code => {
  const names = [...new Set(figures.formats.map(({ value }) => value.toUpperCase()))].filter((name) => name !== 'CSV')
  return names.length === 0 ? code`` : code` Reading ${names.join(', ') as Code} is not built.`
}

const contextFreePart: Part = {
  summary: code`Reads CSV files of $nouns when they arrive, stores the valid lines and reports the invalid ones.`,
  functions: [
    {
      trigger: 'file',
      uses: ['records', 'objects'],
      timeoutSeconds: TIMEOUT_SECONDS,
      folders: { reads: ['incoming'], writes: ['accepted', 'reports'] },
    },
  ],
  interfaces: [
    {
      kind: 'event',
      input: code`A CSV file with the header id,amount below incoming/`,
      output: code`accepted/<file>.json and reports/<file>.json`,
      auth: code`Roles that may write to the bucket`,
    },
  ],
  boundaries: [
    boundary('queue', code`Bucket to worker`, {
      S: code`Only notifications of the bucket may send to the queue`,
      T: [
        threat(
          'file-twice',
          code`The bucket`,
          code`sends the notification of a file twice`,
          code`Lines are counted twice`,
          [4, 3],
          code`Each combination of key and ETag is processed once`,
        ),
        threat(
          'file-disguised',
          code`A sender of files`,
          code`gives an archive, a program or another text file the extension .csv`,
          code`Invalid content is stored as data`,
          [4, 3],
          code`The first bytes, the encoding and the header are checked`,
        ),
      ],
      D: [
        withCardIds(
          ['stride-unbounded-work'],
          threat(
            'file-huge',
            code`A sender of files`,
            code`uploads a file that is larger than memory, or has endless lines`,
            code`The worker crashes repeatedly`,
            [3, 3],
            code`A file is limited in bytes, to 50,000 lines and to 20 columns`,
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
          code`names a file outside incoming/, or a path with dot segments`,
          code`Other files are read or overwritten`,
          [2, 4],
          code`Keys must be below incoming/; files with other characters in the name are not read; results have separate prefixes`,
        ),
        withCardIds(
          ['stride-edited-on-the-way'],
          threat(
            'file-replaced',
            code`A sender of files`,
            code`replaces the file between the event and the read`,
            code`The worker reads another file than the event announced`,
            [3, 3],
            code`A file is only read with the ETag of its event`,
          ),
        ),
      ],
      R: code`The bucket stores versions, and each file has a report`,
      I: code`The text of lines is in no log and no report; the bucket is private and encrypted`,
      D: code`The platform operates the bucket; the size of files is limited when they are read`,
      E: [],
    }),
  ],
  decisions: [
    {
      title: code`A report per file instead of all or nothing`,
      context: code`Files come from people and other systems, and most have a few invalid lines.`,
      drivers: [code`Invalid lines do not delay valid ones`, code`The sender can fix the file without help`],
      options: [
        option(
          code`Store valid lines, report invalid ones by number`,
          code`processing continues, and the sender sees what to fix`,
          code`a file can be stored in part`,
        ),
        option(
          code`Refuse the whole file`,
          code`a file is stored completely or not at all`,
          code`one typing error delays a whole file`,
        ),
        option(code`Skip invalid lines`, code`senders are not interrupted`, code`data is lost silently`),
      ],
      because: code`it loses nothing and needs no operator.`,
      good: [code`every line is accounted for`],
      bad: [code`a consumer that needs complete files must check the report first`],
      confirmation: code`test/parse-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files and their results`],
  actors: [code`Senders of files`, code`Readers of results`],
  flows: [code`Bucket to queue: names of new files`, code`Worker to bucket: accepted lines and reports`],
}

const service = (context: Context): Part => ({
  example: code`The format is an example: CSV with the header id,amount. Any other file is refused with a report.${unsupportedFormats(context)} Replace it with your own format in src/$kebab/parse-$kebabs.ts.`,
  render: () => [templates('file-pipeline', { values: { maxBytes: maxBytesOf(context).bytes } })],
  requirements: [
    {
      key: 'files',
      text: code`Every line of a file is accepted, or rejected by its number, once per version of the file`,
      priority: 'P1',
    },
    {
      key: 'refused',
      text: code`A file that is not CSV, or larger than ${megabytes(context)}, is refused with a reason and changes nothing`,
      priority: 'P1',
      fulfills: maxBytesOf(context).fulfills,
    },
  ],

  constraints: [code`A file has at most ${megabytes(context)} and 50,000 lines`],
})

export const filePipeline: Pattern = {
  version: '1.2.0',
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
  parts: (context) => [
    queuePort,
    workPart,
    ownRecordsPart,
    oncePart(TIMEOUT_SECONDS),
    service(context),
    contextFreePart,
  ],
}
