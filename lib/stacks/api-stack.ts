import { serviceIR } from '@signet/contracts/ir'
import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { addAlarmNotifications } from '../constructs/alarm-topic.ts'
import { ContractApi } from '../constructs/contract-api.ts'
import type { DomainFunction } from '../constructs/domain-function.ts'
import { FunctionAddress } from '../constructs/function-address.ts'
import { deployedData, type SharedData } from '../constructs/shared-data.ts'
import { bundleOf, functionRoutes, largeBodyRoutes, type ServedApi } from '../services.ts'

export interface ApiStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly api: ServedApi
  readonly functions: ReadonlyMap<string, DomainFunction>
}

type RestParts = Pick<ApiStackProps, 'config' | 'data' | 'api'> & {
  readonly findFunction: (bundle: string) => IFunction
}

const reportedRateOf = ({ services }: ServedApi): number | undefined => {
  const rates = services.flatMap(({ service }) =>
    serviceIR(service).flatMap(({ operations }) => operations.flatMap(({ rates = [] }) => rates)),
  )
  const limits = rates.filter(({ headers }) => headers === 'x-ratelimit').map(({ requests }) => requests)
  return limits.length === 0 ? undefined : Math.min(...limits)
}

const restApi = (scope: Stack, { config, data, api, findFunction }: RestParts): string => {
  const { bucket } = deployedData(scope, data)
  const routes = api.services.flatMap((each) =>
    functionRoutes(each).map(({ fn, rows, receives }) => ({
      fn: findFunction(bundleOf(each.service, fn)),
      rows,
      ...(receives ? { stores: { receives, bucket: bucket(receives.bucket) } } : {}),
    })),
  )
  const isPlain = ({ rows, stores }: (typeof routes)[number]) => !stores && rows.every(({ stream }) => !stream)
  const fallback = routes.find(isPlain) ?? routes[0]
  if (!fallback) throw new Error(`No function serves the API ${api.key}`)
  const description = `${api.title} (${config.stage})`
  const reportedRate = reportedRateOf(api)
  const edgeKey = data.originKey?.apiKey
  const largeBodyPaths = largeBodyRoutes(api).map(({ to }) => to)
  const parts = {
    config,
    edgeKey,
    key: api.key,
    description,
    routes,
    fallback: fallback.fn,
    reportedRate,
    largeBodyPaths,
  }
  return new ContractApi(scope, 'Rest', parts).api.url
}

/**
 * The API of one or several services: a REST API with exactly the routes of their contracts, each with the function
 * that serves it, or the address of the one function that serves all routes.
 */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, api, functions, ...props }: ApiStackProps) {
    super(scope, id, props)
    const findFunction = (bundle: string): IFunction => {
      const domainFunction = functions.get(bundle)
      if (domainFunction) return domainFunction.serving
      throw new Error(`The API ${api.key} requires the function ${bundle}, which no service has`)
    }
    const { url } = api
    const address =
      url === undefined
        ? restApi(this, { config, data, api, findFunction })
        : new FunctionAddress(this, 'Address', { key: api.key, fn: findFunction(url) }).url
    new CfnOutput(this, 'Url', { value: address, description: `Base address: ${api.title}` })
    new CfnOutput(this, 'Host', {
      value: Fn.select(2, Fn.split('/', address)),
      description: 'Origin of the API for the edge',
    })
    // Behind an edge, receipts are verified at its address, and trust pages are below it.
    if (api.key === 'platform' && config.edge === 'off') {
      new CfnOutput(this, 'VerifyUrl', {
        value: `${address}verify`,
        description: 'Base address for the public verification of receipts',
      })
      new CfnOutput(this, 'TrustUrl', { value: `${address}trust`, description: 'Base address of trust pages' })
    }
    addAlarmNotifications(this, data.alarmTopicArn)
  }
}
