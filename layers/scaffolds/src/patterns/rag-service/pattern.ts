import { code } from '../../code.ts'
import { answering, boundary, option, threat } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { contestedRecords, recordsPart } from '../../parts/records/part.ts'
import { knowsTenants, scopeCheck, verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const AUTHOR = code`A verified caller with the scope write`

const documents = (context: Context): Part => {
  const isScoped = knowsTenants(context)
  const auth = isScoped ? AUTHOR : code`A verified caller`
  return {
    rendered: () => [
      templates('rag-service', { flags: { scopes: isScoped } }),
      contestedRecords(),
      acceptedPost(code`/v1/documents`, code`{ source: 'hours', text: 'The shop opens at nine.' }`),
      ...(isScoped ? [scopeCheck()] : []),
    ],
    interfaces: [
      {
        kind: 'http',
        method: code`POST`,
        path: code`/v1/documents`,
        input: code`{source, text}`,
        output: code`201 {source, passages}`,
        auth,
      },
      {
        kind: 'http',
        method: code`DELETE`,
        path: code`/v1/documents/:source`,
        input: code`Nothing`,
        output: code`204`,
        auth,
      },
    ],
    requirements: isScoped
      ? [{ key: 'authors', text: code`Documents are changed by callers with the scope write alone`, priority: 'P1' }]
      : [],
    boundaries: isScoped
      ? [
          boundary('http', code`Caller to HTTP entry`, {
            E: [
              threat(
                'reader-writes',
                code`A caller with read access`,
                code`adds or removes documents`,
                code`Everybody is answered from what one reader has put there`,
                [4, 4],
                code`Adding and removing need the scope write; without it, or without any, it is 403`,
                code`A credential that is known`,
              ),
            ],
          }),
        ]
      : [],
    questions: isScoped
      ? []
      : [code`Which callers may change documents? So far every caller who may ask may add and remove them`],
  }
}

const service: Part = {
  summary: code`Answers questions about $nouns from documents of the caller, with citations or not at all.`,
  functions: [{ trigger: 'http', uses: ['records', 'model'], timeoutSeconds: 29 }],
  interfaces: [
    {
      kind: 'http',
      method: code`POST`,
      path: code`/v1/questions`,
      input: code`{question}`,
      output: code`200 {answered, answer?, citations?, passages}`,
      auth: code`A verified caller`,
    },
  ],
  requirements: [
    {
      key: 'grounded',
      text: code`An answer cites passages of the caller for each sentence, or there is none`,
      priority: 'P1',
    },
    { key: 'fenced', text: code`Documents and questions reach the model as data`, priority: 'P1' },
    { key: 'bounded', text: code`What is kept stays small enough to be searched, and can be removed`, priority: 'P1' },
    { key: 'replaced', text: code`A document that is kept again replaces what it had`, priority: 'P2' },
  ],
  boundaries: [
    boundary('model', code`Service to model`, {
      S: code`The platform authenticates the service to the model`,
      T: [
        answering(
          ['stride-told-by-text'],
          threat(
            'injected',
            code`The author of a document`,
            code`puts instructions for the model into it`,
            code`The answer says what the writer wants`,
            [4, 4],
            code`Passages are fenced and cannot close their fence; the model has no tools; answers need citations`,
          ),
        ),
        threat(
          'invented',
          code`The model`,
          code`writes what no passage says, or cites what was not given`,
          code`People act on an invention`,
          [4, 4],
          code`Each sentence must cite a passage that was given; else only the passages are shown`,
        ),
      ],
      R: code`A line for each answer says how many passages were found and whether it was cited`,
      I: code`The model sees passages of the caller alone; the platform keeps none of it`,
      D: [
        threat(
          'model-down',
          code`The model`,
          code`is slow or down`,
          code`Callers get nothing`,
          [3, 3],
          code`20 seconds, then the passages alone`,
        ),
        threat(
          'passages-huge',
          code`A caller`,
          code`keeps a text of any length`,
          code`A passage is too long to be shown to the model`,
          [3, 3],
          code`Texts have at most 60,000 characters, passages at most 1,200`,
        ),
        threat(
          'passages-full',
          code`A caller`,
          code`adds documents without end`,
          code`Ranking takes longer and longer, until questions fail`,
          [3, 4],
          code`A document above 2,000 passages of its tenant is refused when it is added; asking goes on, and removing makes room`,
        ),
      ],
      E: code`The model has no tools and no rights`,
    }),
  ],
  decisions: [
    {
      title: code`Words first, vectors when they are needed`,
      context: code`Up to 2,000 passages a tenant must be found by questions.`,
      drivers: [
        code`What was found can be explained and tested`,
        code`No index that can be out of step with the records`,
      ],
      options: [
        option(
          code`BM25 over the tenant's passages`,
          code`exact, explained, tested without a model`,
          code`other words for the same thing are not found`,
        ),
        option(
          code`Vectors in an index`,
          code`other words are found`,
          code`a further model and index, and results are hard to explain`,
        ),
        option(code`Everything into the prompt`, code`nothing is missed`, code`costs grow with the documents`),
      ],
      because: code`at this size it is right within milliseconds, and src/$kebab/rank-passages.ts is the only place that changes.`,
      good: [code`a question over the same documents finds the same passages`],
      bad: [code`synonyms need vectors beside it: measure with 50 questions of your own first`],
      confirmation: code`test/answer-question.test.ts, and the share of questions without an answer in the log.`,
    },
  ],
  assets: [code`Documents of tenants`],
  actors: [code`Callers`, code`Authors of documents`, code`The model`],
  flows: [code`Caller to service: documents and questions`, code`Service to model: fenced passages`],
  constraints: [code`At most 2,000 passages a tenant`, code`An answer has at most 150 words`],
}

export const ragService: Pattern = {
  version: '1.1.0',
  title: 'RAG service',
  traits: {
    trigger: 'http',
    route_shape: 'rpc',
    verification: 'api-key',
    dispatch: 'sync',
    store: 'keyvalue',
    has_ui: 'no',
    uses_model: 'yes',
    latency: 'interactive',
    multi_tenant: 'yes',
  },
  parts: (context: Context) => [
    httpEntry,
    verificationPart(context, { hmac: 'timed', scopes: ['write'] }),
    recordsPart(context),
    documents(context),
    service,
  ],
}
