import { describe, expect, test } from 'vitest'
import type { Send } from '../../../lambdas/sentiment/comprehend/call-comprehend.ts'
import { comprehendClient } from '../../../lambdas/sentiment/comprehend/comprehend-client.ts'
import { comprehendPersonalData } from '../../../lambdas/sentiment/comprehend/comprehend-personal-data.ts'
import { comprehendScorer } from '../../../lambdas/sentiment/comprehend/comprehend-scorer.ts'
import { personalDataRules } from '../../../lambdas/sentiment/personal-data/remove-personal-data.ts'

interface ComprehendRequest {
  readonly target: string
  readonly input: { readonly LanguageCode: string; readonly TextList?: readonly string[]; readonly Text?: string }
}

const fakeComprehend = (responseTo: (request: ComprehendRequest) => unknown, status = 200) => {
  const requests: ComprehendRequest[] = []
  const send: Send = async ({ headers, body }) => {
    const target = String((headers as Record<string, string>)['x-amz-target'])
    const request = { target, input: JSON.parse(String(body)) as ComprehendRequest['input'] }
    requests.push(request)
    const response = responseTo(request)
    return new Response(typeof response === 'string' ? response : JSON.stringify(response), { status })
  }
  return { send, requests }
}

const scores = (Positive: number) => ({ Positive, Negative: 0.01, Neutral: 0.02, Mixed: 0.03 })

describe('Amazon Comprehend', () => {
  test('scores 25 texts of one language per call, in order, and marks texts that it cannot score', async () => {
    const { send, requests } = fakeComprehend(({ input: { TextList = [] } }) => ({
      ResultList: TextList.slice(1).map((_, i) => ({
        Index: i + 1,
        Sentiment: 'POSITIVE',
        SentimentScore: scores(0.987),
      })),
      ErrorList: [{ Index: 0, ErrorCode: 'INTERNAL_SERVER_ERROR', ErrorMessage: '' }],
    }))
    const texts = [
      ...Array.from({ length: 30 }, (_, i) => ({ text: `english ${i}`, lang: 'en' })),
      { text: 'deutsch', lang: 'de' },
      { text: 'suomi', lang: 'fi' },
      { text: ' ', lang: 'en' },
    ]
    const sentiments = await comprehendScorer(send).score(texts)
    expect(requests.map(({ target, input }) => [target, input.LanguageCode, input.TextList?.length])).toEqual([
      ['Comprehend_20171127.BatchDetectSentiment', 'en', 25],
      ['Comprehend_20171127.BatchDetectSentiment', 'en', 5],
      ['Comprehend_20171127.BatchDetectSentiment', 'de', 1],
    ])
    const notScored = { label: 'NEUTRAL', score: 0.5, couldNotScore: true }
    expect([sentiments[0], sentiments[1], sentiments[25], sentiments[31]]).toEqual([
      notScored,
      { label: 'POSITIVE', score: 0.99, couldNotScore: false },
      notScored,
      notScored,
    ])
    expect(sentiments[32]).toEqual({ label: 'NEUTRAL', score: 0.5, couldNotScore: false })
  })

  test('truncates a text to 5 KB between characters', async () => {
    const { send, requests } = fakeComprehend(() => ({ ResultList: [], ErrorList: [] }))
    await comprehendScorer(send).score([{ text: '😀'.repeat(2_000) }])
    const [sentText = ''] = requests[0]?.input.TextList ?? []
    expect([Buffer.byteLength(sentText), sentText.endsWith('😀')]).toEqual([5_000, true])
  })

  test('removes entities after the rules, by offsets in characters and not in code units', async () => {
    const { send, requests } = fakeComprehend(() => ({
      Entities: [
        { Type: 'NAME', Score: 0.9, BeginOffset: 3, EndOffset: 8 },
        { Type: 'AGE', Score: 0.2, BeginOffset: 0, EndOffset: 1 },
      ],
    }))
    const remove = comprehendPersonalData(send, personalDataRules(['US']))
    const { texts, removed } = await remove([
      { text: '😀😀 Ruben at a@b.example', lang: 'en' },
      { text: 'Ruben', lang: 'fi' },
    ])
    expect(texts).toEqual(['😀😀 [NAME] at [EMAIL]', 'Ruben'])
    expect([removed, requests.length, requests[0]?.input.Text]).toEqual([2, 1, '😀😀 Ruben at [EMAIL]'])
  })

  test.each([
    ['text of a mention', 500],
    ['text of a mention', 200],
    [{ words: 'of a mention' }, 200],
  ] as const)('throws a fault without the text for the response %j with status %d', async (response, status) => {
    const { send } = fakeComprehend(() => response, status)
    const fault = (await comprehendScorer(send)
      .score([{ text: 'x' }])
      .catch((error: unknown) => error)) as Error
    expect([fault.name, `${fault.message} ${String(fault.cause)}`.includes('of a mention')]).toEqual([
      'ComprehendFault',
      false,
    ])
  })

  test("uses the credentials and region of the function's environment", () => {
    expect(() => comprehendClient({ AWS_REGION: 'eu-west-1' })).toThrow(/AWS_ACCESS_KEY_ID/)
    const env = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' }
    expect(comprehendClient(env)).toBeTypeOf('function')
  })
})
