import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Config } from '../config.ts'

const ID_PLACEHOLDER = 'PUT-THE-ID-HERE'

const REQUEST_FIELDS = [
  '@timestamp',
  'ms',
  'status',
  'operation',
  'path',
  'code',
  'tenant_id',
  'request_id',
  'function',
]

const NEWEST_FIRST = '@timestamp desc'

/**
 * Queries of Logs Insights, by name. In the CloudWatch console, the operator chooses the time range and the stage's log
 * groups.
 */
const QUERIES: Readonly<Record<string, QueryString>> = {
  'all lines about an id': new QueryString({
    fields: ['@timestamp', 'level', 'function', 'message', 'error_code', 'error.message', '@message'],
    filterStatements: [`@message like "${ID_PLACEHOLDER}"`],
    sort: '@timestamp asc',
    limit: 1000,
  }),
  failures: new QueryString({
    fields: ['@timestamp', 'function', 'message', 'error.message', 'errorMessage', 'job_id', 'tenant_id', 'request_id'],
    filterStatements: ['level in ["error", "ERROR"] or message = "job failed" or status >= 500'],
    sort: NEWEST_FIRST,
    limit: 200,
  }),
  'slowest requests': new QueryString({
    fields: REQUEST_FIELDS,
    filterStatements: ['message = "request"'],
    sort: 'ms desc',
    limit: 50,
  }),
  'response time by operation': new QueryString({
    filterStatements: ['message = "request"'],
    statsStatements: ['count(*) as requests, pct(ms, 50) as p50, pct(ms, 99) as p99, max(ms) as slowest by operation'],
    sort: 'p99 desc',
  }),
  'requests of a tenant': new QueryString({
    fields: REQUEST_FIELDS,
    filterStatements: ['message = "request"', `tenant_id = "${ID_PLACEHOLDER}"`],
    sort: NEWEST_FIRST,
    limit: 500,
  }),
}

/** Stored queries over the logs of a stage, in a folder with its name. They cost nothing until an operator runs one. */
export class StoredQueries extends Construct {
  constructor(scope: Construct, id: string, { stage }: Pick<Config, 'stage'>) {
    super(scope, id)
    for (const [name, queryString] of Object.entries(QUERIES)) {
      const words = name.split(' ').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      new QueryDefinition(this, words.join(''), { queryDefinitionName: `signet-${stage}/${name}`, queryString })
    }
  }
}
