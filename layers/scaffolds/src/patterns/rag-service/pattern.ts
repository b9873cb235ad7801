import { code } from '../../code.ts'
import { boundary, option, threat, withCardIds } from '../../describe.ts'
import type { Context, Part } from '../../design.ts'
import { httpEntry } from '../../parts/http/part.ts'
import { acceptedPost } from '../../parts/http/requests.ts'
import { recordsPart, rivalWriteSupport } from '../../parts/records/part.ts'
import { knowsTenants, scopeCheck, verificationPart } from '../../parts/verification/caller-parts.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const AUTHOR_ACCESS = code`A verified caller with the scope write`

const documentsPart = (context: Context): Part => {
  const isScoped = knowsTenants(context)
  const auth = isScoped ? AUTHOR_ACCESS : code`A verified caller`
  return {
    render: () => [
      templates('rag-service', { flags: { scopes: isScoped } }),
      rivalWriteSupport(),
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
        input: code`None`,
        output: code`204`,
        auth,
      },
    ],
    requirements: isScoped
      ? [{ key: 'authors', text: code`Only callers with the scope write change documents`, priority: 'P1' }]
      : [],
    boundaries: isScoped
      ? [
          boundary('http', code`Caller to HTTP entry`, {
            E: [
              threat(
                'reader-writes',
                code`A caller with read access`,
                code`adds or removes documents`,
                code`All callers get answers from documents that a reader added`,
                [4, 4],
                code`Adding and removing need the scope write; a caller without it gets 403`,
                code`A valid credential`,
              ),
            ],
          }),
        ]
      : [],
    questions: isScoped
      ? []
      : [code`Which callers may change documents? Every caller may add and remove them until you restrict it`],
  }
}

const service: Part = {
  summary: code`Answers questions about $nouns from the caller's documents. Every answer has citations; otherwise only the passages are returned.`,
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
      text: code`Each sentence of an answer cites a passage of the caller; otherwise no answer is returned`,
      priority: 'P1',
    },
    { key: 'fenced', text: code`Documents and questions reach the model as data`, priority: 'P1' },
    { key: 'bounded', text: code`The stored passages stay within a limit and can be removed`, priority: 'P1' },
    { key: 'replaced', text: code`A document that is stored again replaces its previous version`, priority: 'P2' },
  ],
  boundaries: [
    boundary('model', code`Service to model`, {
      S: code`The platform authenticates the service to the model`,
      T: [
        withCardIds(
          ['stride-told-by-text'],
          threat(
            'injected',
            code`The author of a document`,
            code`writes instructions for the model into it`,
            code`The author controls the answer`,
            [4, 4],
            code`Passages are fenced and cannot close their fence; the model has no tools; answers need citations`,
          ),
        ),
        threat(
          'invented',
          code`The model`,
          code`states something that no passage contains, or cites a passage that it did not receive`,
          code`Users act on invented statements`,
          [4, 4],
          code`Each sentence must cite a passage that the model received; otherwise only the passages are returned`,
        ),
      ],
      R: code`Each answer is logged with the number of passages and whether it had citations`,
      I: code`The model only receives passages of the caller, and the platform does not store them`,
      D: [
        threat(
          'model-down',
          code`The model`,
          code`is slow or down`,
          code`Callers get no response`,
          [3, 3],
          code`A timeout of 20 seconds, after which only the passages are returned`,
        ),
        threat(
          'passages-huge',
          code`A caller`,
          code`stores a text of unlimited length`,
          code`A passage is too long for the model`,
          [3, 3],
          code`Texts have at most 60,000 characters, passages at most 1,200`,
        ),
        threat(
          'passages-full',
          code`A caller`,
          code`adds an unlimited number of documents`,
          code`Ranking becomes slower until questions fail`,
          [3, 4],
          code`A document that would exceed 2,000 passages of its tenant is refused; questions still work, and removing documents frees capacity`,
        ),
      ],
      E: code`The model has no tools and no rights`,
    }),
  ],
  decisions: [
    {
      title: code`Keyword search first, vectors when they are needed`,
      context: code`Questions must find the relevant ones of up to 2,000 passages per tenant.`,
      drivers: [
        code`Search results can be explained and tested`,
        code`No index can become inconsistent with the records`,
      ],
      options: [
        option(
          code`BM25 over the tenant's passages`,
          code`results are exact, explainable and tested without a model`,
          code`synonyms are not found`,
        ),
        option(
          code`A vector index`,
          code`synonyms are found`,
          code`it adds a model and an index, and results are hard to explain`,
        ),
        option(code`All documents in the prompt`, code`nothing is missed`, code`costs grow with the documents`),
      ],
      because: code`at this size it takes milliseconds, and another ranking only changes src/$kebab/rank-passages.ts.`,
      good: [code`the same question and documents return the same passages`],
      bad: [code`synonyms need vectors in addition: measure with 50 questions of your users first`],
      confirmation: code`test/answer-question.test.ts, and the share of unanswered questions in the log.`,
    },
  ],
  assets: [code`Documents of tenants`],
  actors: [code`Callers`, code`Authors of documents`, code`The model`],
  flows: [code`Caller to service: documents and questions`, code`Service to model: fenced passages`],
  constraints: [code`At most 2,000 passages per tenant`, code`An answer has at most 150 words`],
}

export const ragService: Pattern = {
  version: '1.2.0',
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
    documentsPart(context),
    service,
  ],
}
