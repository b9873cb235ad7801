import {
  type Ceilings,
  ceilingOf,
  SPEND_CATEGORIES,
  SPEND_CATEGORY_NAMES,
  type SpendCategory,
} from '@signet/kernel/ceilings'
import { ANONYMOUS_PLAN } from '@signet/ledger'
import { access as gateway } from '../../lambdas/agent-gateway/contract/access.ts'
import { access as agents } from '../../lambdas/image-mcp/contract/access.ts'
import { access as images } from '../../lambdas/images/contract/access.ts'
import { CATALOG } from '../../lambdas/images/models/catalog.ts'
import { SIZE_TABLES } from '../../lambdas/images/models/sizes.ts'
import { maxCostMicros } from '../../lambdas/images/providers/call-price.ts'
import { access as sentiment } from '../../lambdas/sentiment/contract/access.ts'
import { AT_CLOUDFRONT, type Properties, type Synth, synthesize } from './synth.ts'

const DAY_SECONDS = 86_400
const NONE: Ceilings = {}

/** Public prices of us-east-1 in US dollars, 2026. */
const PRICE = {
  /** Cognito Essentials: an active user. */
  person: 0.015,
  /** An image of the platform's own painter: docs/aws.md, by operation. */
  image: 0.000_34,
  /** REST API 3.50, invocation 0.20, half a gigabyte for 30 ms 0.20, a log line of a kilobyte 0.60, a million each. */
  request: 4.5e-6,
  /** Lambda on arm64: a gigabyte-second. */
  gigabyteSecond: 0.000_013_333_4,
  /** S3 Standard: a gigabyte-month. */
  gigabyteMonth: 0.023,
  /** Cohere Embed v4. */
  embeddedToken: 0.12e-6,
  /** An output token of Claude Haiku 4.5; an input token costs a fifth. */
  outputToken: 5e-6,
  comprehendUnit: 0.000_1,
  mail: 0.000_1,
  /** Request 3.50 and function 0.50 per million, 200 KB of traffic at 0.09 per gigabyte. */
  asset: 4e-6 + 0.000_2 * 0.09,
  logGigabyte: 0.5,
  /** A request that the web ACL checks. */
  checkedRequest: 0.6e-6,
  /** CloudFront: a request 1.00 per million, 200 KB of traffic at 0.085 per gigabyte. */
  cachedAsset: 1e-6 + 0.000_2 * 0.085,
} as const

/** Quotas of a new account: sign-ups and requests per second, concurrent executions. */
const QUOTA = { signUps: 50, requests: 10_000, concurrency: 1_000 } as const

const ceiling = (category: SpendCategory): number => ceilingOf(category, NONE)
const dollars = (category: SpendCategory): number => ceiling(category) / SPEND_CATEGORIES[category].scale

/** Returns the price in dollars of the most expensive image for an anonymous caller. */
const highestAnonymousImagePrice = (): number => {
  const micros = CATALOG.flatMap(({ provider, vendorId, tier, sizes }) =>
    vendorId === null || provider !== 'edge-hosted' || !ANONYMOUS_PLAN.tiers.includes(tier)
      ? []
      : Object.values(SIZE_TABLES[sizes]).map((size) =>
          maxCostMicros(provider, { vendorId, ...size, imageSize: undefined }),
        ),
  )
  return Math.max(...micros) / 1_000_000
}

interface Consumer {
  readonly memoryMb: number
  readonly queue: { readonly maxConcurrency: number }
}

/** Returns the daily price of a queue consumer that runs without a pause. */
const dailyCostOf = ({ memoryMb, queue }: Consumer): number =>
  (memoryMb / 1024) * queue.maxConcurrency * DAY_SECONDS * PRICE.gigabyteSecond

/** Returns the throttle of the templates in requests per second; it must be the same for every API. */
const throttleOf = ({ of }: Synth): number => {
  const rates = of('AWS::ApiGateway::Stage').flatMap(({ Properties }) =>
    (Properties.MethodSettings ?? []).map((each: Record<string, unknown>) => Number(each.ThrottlingRateLimit)),
  )
  const [rate = Number.NaN, ...others] = Array.from(new Set(rates.filter(Number.isFinite)))
  if (others.length > 0) throw new Error('The APIs have different throttles: describe them in test/infra/spend-page.ts')
  return rate
}

/**
 * Returns the limit per second of a web ACL rule that counts all requests together; undefined if there is no such rule.
 */
const totalLimitOf = ({ of }: Synth, name: string): number | undefined => {
  const rules = of('AWS::WAFv2::WebACL').flatMap(({ Properties }) => Properties.Rules as readonly Properties[])
  const rateLimit = rules.find((rule) => rule.Name === name)?.Statement.RateBasedStatement
  return rateLimit && rateLimit.Limit / rateLimit.EvaluationWindowSec
}

/**
 * Returns the requests per second that reach functions: the quota, or the limit of the usage plans of the edge's key.
 */
const admittedRate = (synth: Synth): number => {
  const plans = synth.of('AWS::ApiGateway::UsagePlan').map(({ Properties }) => Number(Properties.Throttle.RateLimit))
  return plans.length === 0 ? QUOTA.requests : plans.reduce((sum, rate) => sum + rate, 0)
}

/** Functions with their own URL by bundle, with the memory of each. */
const URL_FUNCTIONS = {
  'image-mcp-server': agents.server.memoryMb,
  'agent-gateway-mcp': gateway.mcp.memoryMb,
} as const

/** Returns the gigabytes of environments that functions with their own URL can have concurrently. */
const urlFunctionGigabytes = ({ of }: Synth): number =>
  Object.entries(URL_FUNCTIONS).reduce((sum, [bundle, memoryMb]) => {
    const fn = of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)
    return sum + (Number(fn?.Properties.ReservedConcurrentExecutions ?? QUOTA.concurrency) * memoryMb) / 1024
  }, 0)

/** Synthesizes the production templates with an edge. */
export const withEdge = (): Synth => synthesize('prod', AT_CLOUDFRONT)

/** Returns the maximum daily cost in dollars of each row on the page. */
export const worstDay = (prod: Synth): Readonly<Record<string, number>> => {
  const flood = admittedRate(prod) * DAY_SECONDS
  const webAclCost =
    totalLimitOf(prod, 'ImagesTogether') === undefined ? 0 : QUOTA.requests * DAY_SECONDS * PRICE.checkedRequest
  const imageRate = totalLimitOf(prod, 'ImagesTogether')
  const anonymous = ceiling('anonymous-images')
  return {
    'Sign-ups': (totalLimitOf(prod, 'SignUpsTogether') ?? QUOTA.signUps) * DAY_SECONDS * PRICE.person,
    'Anonymous images':
      Math.min(anonymous * highestAnonymousImagePrice(), dollars('edge-hosted')) + anonymous * PRICE.image,
    'Images of tenants': dollars('edge-hosted') + dollars('provider-a') + dollars('provider-b'),
    'API flood': flood * PRICE.request + webAclCost,
    "Flood of the agents' addresses": urlFunctionGigabytes(prod) * DAY_SECONDS * PRICE.gigabyteSecond,
    'Archive uploads': dollars('storage') * PRICE.gigabyteMonth,
    Embeddings: ceiling('embedding-tokens') * PRICE.embeddedToken,
    'Questions, prompts and artifacts': ceiling('bedrock-tokens') * PRICE.outputToken,
    Comprehend: ceiling('comprehend-units') * PRICE.comprehendUnit,
    Mail: ceiling('mail') * PRICE.mail,
    Webhooks: dailyCostOf(images.notify) + dailyCostOf(sentiment.deliver),
    Assets:
      imageRate === undefined
        ? throttleOf(prod) * DAY_SECONDS * PRICE.asset
        : throttleOf(prod) * DAY_SECONDS * PRICE.asset + imageRate * DAY_SECONDS * PRICE.cachedAsset,
    Logs: ((flood * 1_000) / 1_000_000_000) * PRICE.logGigabyte,
  }
}

/** Formats whole dollars, rounded up. */
const wholeDollars = (amount: number): string => Math.ceil(Number(amount.toFixed(4))).toLocaleString('en-US')

const ceilingTable = (): string => {
  const rows = SPEND_CATEGORY_NAMES.map((category) => {
    const { unit, daily, counts } = SPEND_CATEGORIES[category]
    return `| \`${category}\` | ${daily.toLocaleString('en-US')} | ${unit} | ${counts} |`
  })
  return ['| Name | Per day | Unit | Counted |', '|---|---|---|---|', ...rows].join('\n')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

type Ways = Readonly<Record<string, number>>

const wayFigures = (without: Ways, edged: Ways): (readonly [where: RegExp, text: string])[] =>
  Object.entries(without).map(([way, amount]) => [
    new RegExp(String.raw`^\| ${escaped(way)} \| [\d,]+ \| [\d,]+ \|`, 'm'),
    `| ${way} | ${wholeDollars(amount)} | ${wholeDollars(edged[way] ?? amount)} |`,
  ])

/** The figures of "Maximum daily cost", and the table of the ceilings. */
export const spendFigures = (prod: Synth): (readonly [where: RegExp, text: string])[] => [
  ...wayFigures(worstDay(prod), worstDay(withEdge())),
  [/<!-- ceilings -->[\s\S]*?<!-- end -->/, `<!-- ceilings -->\n${ceilingTable()}\n<!-- end -->`] as const,
]
