// Made from the contract "observe" 1.0.0 by @signet/contracts; changes are lost when it is made again.

export interface ObserveClientOptions {
  /** Scheme, host and the path before the contract's own routes, if any. */
  readonly baseUrl: string
  /** Sent as Authorization: Bearer; a function is asked before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Default: the platform's own. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Further attempts of calls that may be repeated; default 2. */
  readonly retries?: number | undefined
  /** Milliseconds that a whole call may take, further attempts included; default 60000. */
  readonly timeout?: number | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface ObserveCallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's own. */
  readonly timeout?: number | undefined
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The body of a refusal. A body that is not JSON has the code "unknown". */
export interface ObserveErrorBody {
  readonly error: string
  readonly code: string
  readonly [extra: string]: unknown
}

/** The service answered, and the answer is no. */
export class ObserveApiError<
  Status extends number = number,
  Code extends string = string,
  Extras extends object = object,
> extends Error {
  override readonly name: string = 'ObserveApiError'
  readonly operation: string
  readonly status: Status
  /** A stable word; "unknown" when the body has none, "invalid_response" for a success that cannot be read. */
  readonly code: Code
  readonly body: ObserveErrorBody & Extras
  /** Seconds, from the header Retry-After. */
  readonly retryAfter: number | undefined

  constructor(operation: string, status: Status, body: ObserveErrorBody & Extras, retryAfter?: number) {
    super(operation + ': ' + status + ' ' + body.code + ': ' + body.error)
    this.operation = operation
    this.status = status
    this.code = body.code as Code
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** No answer came: the name was not found, the connection was refused or it broke. The cause is the error of fetch. */
export class ObserveNetworkError extends Error {
  override readonly name: string = 'ObserveNetworkError'
  readonly operation: string

  constructor(operation: string, cause: unknown) {
    super(operation + ': no answer came', { cause })
    this.operation = operation
  }
}

/** The call took longer than its time. */
export class ObserveTimeoutError extends Error {
  override readonly name: string = 'ObserveTimeoutError'
  readonly operation: string
  /** Milliseconds. */
  readonly timeout: number

  constructor(operation: string, timeout: number) {
    super(operation + ': no answer within ' + timeout + ' ms')
    this.operation = operation
    this.timeout = timeout
  }
}

/** Input of `POST /api/observe/ingest`. */
export interface IngestTelemetryInput {
  /** The name of the worker */
  readonly service: string
  /** Default: [] */
  readonly metrics?: readonly ({
    readonly name: string
    readonly value: number
    /** Default: "" */
    readonly unit?: string | undefined
    readonly timestamp: string | number
    /** Default: {} */
    readonly tags?: { readonly [key: string]: unknown } | undefined
    readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  })[] | undefined
  /** Default: [] */
  readonly spans?: readonly ({
    readonly traceId: string
    readonly spanId: string
    /** Absent, null or empty: the root of its trace */
    readonly parentSpanId?: string | null | undefined
    readonly operationName: string
    /** Of the request, where it is left out */
    readonly service?: string | undefined
    readonly startTime: string | number
    readonly endTime: string | number
    /** Milliseconds; else the time between */
    readonly duration?: number | undefined
    /** Default: "ok" */
    readonly status?: 'ok' | 'error' | undefined
    /** Default: {} */
    readonly attributes?: { readonly [key: string]: unknown } | undefined
    /** Default: [] */
    readonly events?: readonly ({
      readonly name: string
      readonly timestamp?: string | number | undefined
      readonly attributes?: { readonly [key: string]: unknown } | undefined
      readonly [key: string]: unknown
    })[] | undefined
    /** The share of spans that are sent; each counts as 1 / rate */
    readonly sampleRate?: number | undefined
  })[] | undefined
  /** Default: [] */
  readonly logs?: readonly ({
    readonly timestamp: string | number
    readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
    readonly message: string
    /** Default: {} */
    readonly context?: { readonly [key: string]: unknown } | undefined
    readonly error?: unknown
    readonly metadata?: { readonly [key: string]: unknown } | undefined
  })[] | undefined
  /** Default: [] */
  readonly alerts?: readonly ({
    readonly id: string
    readonly rule: {
      readonly name: string
      readonly severity: string
    }
    readonly status: 'firing' | 'resolved'
    readonly startTime: string | number
    readonly endTime?: string | number | null | undefined
    readonly value?: number | undefined
    /** Default: "" */
    readonly message?: string | undefined
    readonly metadata?: { readonly [key: string]: unknown } | undefined
  })[] | undefined
}

/** It is taken */
export type IngestTelemetryOutput = {
  readonly ok: true
  /** Points that are not taken: the worker has as many series as the plan lets it have in a day of UTC */
  readonly metrics_rejected?: number | undefined
}

export type IngestTelemetryResponse = { readonly status: 202; readonly headers: Headers; readonly body: IngestTelemetryOutput }

/** Refusals that `ingestTelemetry` declares; `code` tells them apart. */
export type IngestTelemetryError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<403, 'worker_limit'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'daily_limit'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/summary`. */
export interface GetObserveSummaryInput {
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  readonly worker?: string | undefined
}

/** The workers */
export type GetObserveSummaryOutput = {
  readonly workers: readonly {
    readonly worker_name: string
    /** Where spans are sampled, each counts as 1 / rate */
    readonly total_traces: number
    readonly error_count: number
    /** 0 to 1 */
    readonly error_rate: number
    readonly avg_duration_ms: number | null
    /** Within `p95_error` of the exact one; null without traces */
    readonly p95_duration_ms: number | null
    /** The largest relative error */
    readonly p95_error: number
    /** Ids of traces that stand for the figures; null: there is none */
    readonly exemplars: {
      /** One whose duration is near the percentile, of the newest of these */
      readonly p95: string | null
      /** The newest that failed */
      readonly error: string | null
    }
    readonly last_seen: string
    /** Of the range, by starts: by five minutes, half an hour, an hour, or from 7d on a day of UTC */
    readonly series: readonly {
      readonly at: string
      readonly traces: number
      readonly errors: number
    }[]
    readonly ingest: {
      /** Events in the range, by days of UTC */
      readonly events: number
      readonly requests: number
      /** Of their bodies */
      readonly bytes: number
      /** What we pay for writing them, about */
      readonly est_cost_usd: number
      readonly used_today: number
      readonly daily_limit: number
      /** Events by midnight of UTC, if it goes on as it has since the last one */
      readonly projected_today: number
      /** More than 80 % of the day are used, or more than all will be by midnight */
      readonly is_near_limit: boolean
    }
  }[]
  readonly range: '1h' | '6h' | '24h' | '7d' | '30d'
}

export type GetObserveSummaryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetObserveSummaryOutput }

/** Refusals that `getObserveSummary` declares; `code` tells them apart. */
export type GetObserveSummaryError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/traces`. */
export interface ListTracesInput {
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  readonly worker?: string | undefined
  readonly status?: 'ok' | 'error' | undefined
  /** Default: 50 */
  readonly limit?: number | undefined
  /** Default: 0 */
  readonly offset?: number | undefined
  /** The latest start; now, if it is left out. The range ends there */
  readonly until?: string | undefined
}

/** A page */
export type ListTracesOutput = {
  readonly traces: readonly {
    readonly trace_id: string
    readonly worker_name: string
    /** Of its root */
    readonly status: 'ok' | 'error'
    readonly started_at: string
    readonly finished_at: string
    readonly duration_ms: number
    readonly error_msg: string | null
  }[]
  readonly total: number
  readonly until: string
}

export type ListTracesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListTracesOutput }

/** Refusals that `listTraces` declares; `code` tells them apart. */
export type ListTracesError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/traces/:id`. */
export interface GetTraceInput {
  /** Id of the trace */
  readonly id: string
}

/** The trace */
export type GetTraceOutput = {
  readonly trace: {
    readonly trace_id: string
    readonly worker_name: string
    /** Of its root */
    readonly status: 'ok' | 'error'
    readonly started_at: string
    readonly finished_at: string
    readonly duration_ms: number
    readonly error_msg: string | null
    readonly span_count: number
    readonly services: readonly string[]
    /** Whether any span has failed */
    readonly has_error: boolean
    /** Whether the trace is larger than what is shown */
    readonly truncated: boolean
  }
  readonly spans: readonly {
    readonly span_id: string
    readonly trace_id: string
    readonly parent_span_id: string | null
    readonly operation: string
    readonly service: string
    readonly start_time: string
    readonly end_time: string
    readonly duration_ms: number
    readonly status: 'ok' | 'error'
    readonly attributes: { readonly [key: string]: unknown }
    readonly events: readonly {
      readonly name: string
      readonly time: string
      readonly attributes: { readonly [key: string]: unknown }
    }[]
  }[]
  readonly logs: readonly {
    readonly id: string
    readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
    readonly message: string
    readonly ts: string
    readonly error: unknown
    readonly span_id: string | null
    /** Attributes, with those of the resource */
    readonly context: { readonly [key: string]: unknown }
    readonly metadata: { readonly [key: string]: unknown }
  }[]
}

export type GetTraceResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetTraceOutput }

/** Refusals that `getTrace` declares; `code` tells them apart. */
export type GetTraceError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/alerts`. */
export interface ListAlertsInput {
  readonly status?: 'firing' | 'resolved' | undefined
}

/** The incidents */
export type ListAlertsOutput = {
  readonly alerts: readonly {
    readonly id: string
    readonly worker_name: string
    readonly rule_name: string
    readonly severity: string
    readonly status: 'firing' | 'resolved'
    readonly message: string
    readonly value: number | null
    readonly started_at: string
    readonly ended_at: string | null
  }[]
}

export type ListAlertsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListAlertsOutput }

/** Refusals that `listAlerts` declares; `code` tells them apart. */
export type ListAlertsError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/logs`. */
export interface ListWorkerLogsInput {
  readonly worker: string
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'fatal' | undefined
  /** Default: 50 */
  readonly limit?: number | undefined
}

/** The logs */
export type ListWorkerLogsOutput = {
  readonly logs: readonly {
    readonly id: string
    readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
    readonly message: string
    readonly ts: string
    readonly error: unknown
    /** Attributes, with those of the resource */
    readonly context: { readonly [key: string]: unknown }
    readonly metadata: { readonly [key: string]: unknown }
  }[]
}

export type ListWorkerLogsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListWorkerLogsOutput }

/** Refusals that `listWorkerLogs` declares; `code` tells them apart. */
export type ListWorkerLogsError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/metrics`. */
export interface ListMetricsInput {
  readonly worker: string
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
}

/** The metrics */
export type ListMetricsOutput = {
  readonly metrics: readonly {
    readonly name: string
    readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
    readonly unit: string
    /** How many values */
    readonly count: number
    readonly sum: number
    readonly min: number
    readonly max: number
    /** As it was sent: of a running total, the total */
    readonly last: number
    readonly last_at: string
    /** Of histograms of values above 0, within `p95_error`; else null */
    readonly p95: number | null
    readonly p95_error: number
    /** The newest three */
    readonly exemplars: readonly {
      readonly value: number
      readonly time: string
      readonly trace_id: string | null
      readonly span_id: string | null
      /** Those that the series itself has not */
      readonly attributes: { readonly [key: string]: unknown }
    }[]
  }[]
}

export type ListMetricsResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListMetricsOutput }

/** Refusals that `listMetrics` declares; `code` tells them apart. */
export type ListMetricsError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/metrics/series`. */
export interface ListMetricSeriesInput {
  readonly worker: string
  /** Of the metric */
  readonly name: string
  readonly type?: 'counter' | 'gauge' | 'histogram' | 'summary' | undefined
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  /** Default: "1h" */
  readonly step?: '5m' | '1h' | '1d' | undefined
  /**
   * Series a page
   * Default: 20
   */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A page */
export type ListMetricSeriesOutput = {
  readonly series: readonly {
    /** The same for the same tags */
    readonly series_id: string
    readonly name: string
    readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
    readonly unit: string
    /** Its attributes, with those of its resource and scope */
    readonly tags: { readonly [key: string]: unknown }
    /** By time; steps in which nothing was sent are left out */
    readonly points: readonly {
      /** Of the step */
      readonly start_time: string
      /** How many values */
      readonly count: number
      readonly sum: number
      readonly min: number
      readonly max: number
      /** As it was sent: of a running total, the total */
      readonly last: number
      readonly last_at: string
      /** Of histograms of values above 0, within `p95_error`; else null */
      readonly p95: number | null
      /** Of summaries, as they were last told */
      readonly quantiles: readonly {
        readonly quantile: number
        readonly value: number
      }[]
      /** The newest three */
      readonly exemplars: readonly {
        readonly value: number
        readonly time: string
        readonly trace_id: string | null
        readonly span_id: string | null
        /** Those that the series itself has not */
        readonly attributes: { readonly [key: string]: unknown }
      }[]
    }[]
  }[]
  readonly p95_error: number
  readonly next_cursor: string | null
}

export type ListMetricSeriesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListMetricSeriesOutput }

/** Refusals that `listMetricSeries` declares; `code` tells them apart. */
export type ListMetricSeriesError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `DELETE /api/observe/workers/:worker`. */
export interface RemoveWorkerInput {
  /** Name of the worker */
  readonly worker: string
}

/** It is removed */
export type RemoveWorkerOutput = undefined

export type RemoveWorkerResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveWorkerOutput }

/** Refusals that `removeWorker` declares; `code` tells them apart. */
export type RemoveWorkerError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/rules`. */
export type ListObserveRulesInput = Readonly<Record<string, never>>

/** The rules */
export type ListObserveRulesOutput = {
  readonly rules: readonly ({
    readonly id: string
    readonly name: string
    readonly condition: {
      readonly kind: 'error_rate'
      /** Name of a worker, or `*` for each worker by itself */
      readonly worker: string
      /** A share of traces from 0 to 1; the condition holds above it */
      readonly threshold: number
      /** Whole five minutes, and those under way */
      readonly window_minutes: number
      /** With fewer traces the condition does not hold */
      readonly min_count: number
    } | {
      readonly kind: 'p95'
      /** Name of a worker, or `*` for each worker by itself */
      readonly worker: string
      /** The condition holds above it */
      readonly threshold_ms: number
      /** Whole five minutes, and those under way */
      readonly window_minutes: number
      /** With fewer traces the condition does not hold */
      readonly min_count: number
    } | {
      readonly kind: 'silence'
      /** Name of a worker, or `*` for each worker by itself */
      readonly worker: string
      /** The condition holds when a worker has sent nothing for longer */
      readonly minutes: number
    } | {
      readonly kind: 'burn'
      /** Id of an SLO */
      readonly slo_id: string
      /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
      readonly factor: number
      readonly long_minutes: number
      readonly short_minutes: number
      /** With fewer traces in the long window the condition does not hold */
      readonly min_count: number
    }
    /** A word of yours, as in alerts that workers send */
    readonly severity: string
    /** How long it holds before the rule fires: it is pending */
    readonly for_minutes: number
    /** How long it does not hold before the incident is over */
    readonly clear_minutes: number
    readonly notify: {
      /** Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0 */
      readonly webhook_url: string | null
      /** `owners` of the organisation, or ids of its members; to the addresses that they sign in with */
      readonly mail: 'owners' | readonly string[] | null
    }
    readonly enabled: boolean
    /** Rules beyond the plan, the youngest, are kept and not evaluated */
    readonly is_within_plan: boolean
    /** Of each worker, once the condition has held */
    readonly states: readonly {
      readonly worker: string
      readonly phase: 'ok' | 'pending' | 'firing'
      /** Since when it holds; of ok, when that began */
      readonly since: string
      /** The latest that was kept: a share, milliseconds, minutes or a burn rate */
      readonly value: number | null
      /** Id of the incident, while it is firing */
      readonly alert_id: string | null
    }[]
    readonly created_at: string
    readonly updated_at: string
  })[]
  /** Rules of the plan */
  readonly limit: number
}

export type ListObserveRulesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListObserveRulesOutput }

/** Refusals that `listObserveRules` declares; `code` tells them apart. */
export type ListObserveRulesError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /api/observe/rules`. */
export interface CreateObserveRuleInput {
  readonly condition: {
    readonly kind: 'error_rate'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** A share of traces from 0 to 1; the condition holds above it */
    readonly threshold: number
    /**
     * Whole five minutes, and those under way
     * Default: 5
     */
    readonly window_minutes?: number | undefined
    /**
     * With fewer traces the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  } | {
    readonly kind: 'p95'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds above it */
    readonly threshold_ms: number
    /**
     * Whole five minutes, and those under way
     * Default: 5
     */
    readonly window_minutes?: number | undefined
    /**
     * With fewer traces the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  } | {
    readonly kind: 'silence'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds when a worker has sent nothing for longer */
    readonly minutes: number
  } | {
    readonly kind: 'burn'
    /** Id of an SLO */
    readonly slo_id: string
    /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
    readonly factor: number
    readonly long_minutes: number
    readonly short_minutes: number
    /**
     * With fewer traces in the long window the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  }
  /**
   * A word of yours, as in alerts that workers send
   * Default: "warning"
   */
  readonly severity?: string | undefined
  /**
   * How long it holds before the rule fires: it is pending
   * Default: 0
   */
  readonly for_minutes?: number | undefined
  /**
   * How long it does not hold before the incident is over
   * Default: 5
   */
  readonly clear_minutes?: number | undefined
  /** Default: {"webhook_url":null,"mail":null} */
  readonly notify?: {
    /**
     * Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0
     * Default: null
     */
    readonly webhook_url?: string | null | undefined
    /**
     * `owners` of the organisation, or ids of its members; to the addresses that they sign in with
     * Default: null
     */
    readonly mail?: 'owners' | readonly string[] | null | undefined
  } | undefined
  /** Default: true */
  readonly enabled?: boolean | undefined
  /** Name of the rule: no two have the same */
  readonly name: string
}

/** It is evaluated from the next minute on */
export type CreateObserveRuleOutput = {
  readonly id: string
  readonly name: string
  readonly condition: {
    readonly kind: 'error_rate'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** A share of traces from 0 to 1; the condition holds above it */
    readonly threshold: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'p95'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds above it */
    readonly threshold_ms: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'silence'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds when a worker has sent nothing for longer */
    readonly minutes: number
  } | {
    readonly kind: 'burn'
    /** Id of an SLO */
    readonly slo_id: string
    /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
    readonly factor: number
    readonly long_minutes: number
    readonly short_minutes: number
    /** With fewer traces in the long window the condition does not hold */
    readonly min_count: number
  }
  /** A word of yours, as in alerts that workers send */
  readonly severity: string
  /** How long it holds before the rule fires: it is pending */
  readonly for_minutes: number
  /** How long it does not hold before the incident is over */
  readonly clear_minutes: number
  readonly notify: {
    /** Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0 */
    readonly webhook_url: string | null
    /** `owners` of the organisation, or ids of its members; to the addresses that they sign in with */
    readonly mail: 'owners' | readonly string[] | null
  }
  readonly enabled: boolean
  /** Rules beyond the plan, the youngest, are kept and not evaluated */
  readonly is_within_plan: boolean
  /** Of each worker, once the condition has held */
  readonly states: readonly {
    readonly worker: string
    readonly phase: 'ok' | 'pending' | 'firing'
    /** Since when it holds; of ok, when that began */
    readonly since: string
    /** The latest that was kept: a share, milliseconds, minutes or a burn rate */
    readonly value: number | null
    /** Id of the incident, while it is firing */
    readonly alert_id: string | null
  }[]
  readonly created_at: string
  readonly updated_at: string
}

export type CreateObserveRuleResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateObserveRuleOutput }

/** Refusals that `createObserveRule` declares; `code` tells them apart. */
export type CreateObserveRuleError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<403, 'rule_limit'>
  | ObserveApiError<409, 'conflict'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/rules/:id`. */
export interface GetObserveRuleInput {
  /** Its id */
  readonly id: string
}

/** The rule */
export type GetObserveRuleOutput = {
  readonly id: string
  readonly name: string
  readonly condition: {
    readonly kind: 'error_rate'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** A share of traces from 0 to 1; the condition holds above it */
    readonly threshold: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'p95'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds above it */
    readonly threshold_ms: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'silence'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds when a worker has sent nothing for longer */
    readonly minutes: number
  } | {
    readonly kind: 'burn'
    /** Id of an SLO */
    readonly slo_id: string
    /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
    readonly factor: number
    readonly long_minutes: number
    readonly short_minutes: number
    /** With fewer traces in the long window the condition does not hold */
    readonly min_count: number
  }
  /** A word of yours, as in alerts that workers send */
  readonly severity: string
  /** How long it holds before the rule fires: it is pending */
  readonly for_minutes: number
  /** How long it does not hold before the incident is over */
  readonly clear_minutes: number
  readonly notify: {
    /** Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0 */
    readonly webhook_url: string | null
    /** `owners` of the organisation, or ids of its members; to the addresses that they sign in with */
    readonly mail: 'owners' | readonly string[] | null
  }
  readonly enabled: boolean
  /** Rules beyond the plan, the youngest, are kept and not evaluated */
  readonly is_within_plan: boolean
  /** Of each worker, once the condition has held */
  readonly states: readonly {
    readonly worker: string
    readonly phase: 'ok' | 'pending' | 'firing'
    /** Since when it holds; of ok, when that began */
    readonly since: string
    /** The latest that was kept: a share, milliseconds, minutes or a burn rate */
    readonly value: number | null
    /** Id of the incident, while it is firing */
    readonly alert_id: string | null
  }[]
  readonly created_at: string
  readonly updated_at: string
}

export type GetObserveRuleResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetObserveRuleOutput }

/** Refusals that `getObserveRule` declares; `code` tells them apart. */
export type GetObserveRuleError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `PUT /api/observe/rules/:id`. */
export interface ChangeObserveRuleInput {
  /** Its id */
  readonly id: string
  readonly condition: {
    readonly kind: 'error_rate'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** A share of traces from 0 to 1; the condition holds above it */
    readonly threshold: number
    /**
     * Whole five minutes, and those under way
     * Default: 5
     */
    readonly window_minutes?: number | undefined
    /**
     * With fewer traces the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  } | {
    readonly kind: 'p95'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds above it */
    readonly threshold_ms: number
    /**
     * Whole five minutes, and those under way
     * Default: 5
     */
    readonly window_minutes?: number | undefined
    /**
     * With fewer traces the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  } | {
    readonly kind: 'silence'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds when a worker has sent nothing for longer */
    readonly minutes: number
  } | {
    readonly kind: 'burn'
    /** Id of an SLO */
    readonly slo_id: string
    /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
    readonly factor: number
    readonly long_minutes: number
    readonly short_minutes: number
    /**
     * With fewer traces in the long window the condition does not hold
     * Default: 1
     */
    readonly min_count?: number | undefined
  }
  /**
   * A word of yours, as in alerts that workers send
   * Default: "warning"
   */
  readonly severity?: string | undefined
  /**
   * How long it holds before the rule fires: it is pending
   * Default: 0
   */
  readonly for_minutes?: number | undefined
  /**
   * How long it does not hold before the incident is over
   * Default: 5
   */
  readonly clear_minutes?: number | undefined
  /** Default: {"webhook_url":null,"mail":null} */
  readonly notify?: {
    /**
     * Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0
     * Default: null
     */
    readonly webhook_url?: string | null | undefined
    /**
     * `owners` of the organisation, or ids of its members; to the addresses that they sign in with
     * Default: null
     */
    readonly mail?: 'owners' | readonly string[] | null | undefined
  } | undefined
  /** Default: true */
  readonly enabled?: boolean | undefined
}

/** The rule after the change */
export type ChangeObserveRuleOutput = {
  readonly id: string
  readonly name: string
  readonly condition: {
    readonly kind: 'error_rate'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** A share of traces from 0 to 1; the condition holds above it */
    readonly threshold: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'p95'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds above it */
    readonly threshold_ms: number
    /** Whole five minutes, and those under way */
    readonly window_minutes: number
    /** With fewer traces the condition does not hold */
    readonly min_count: number
  } | {
    readonly kind: 'silence'
    /** Name of a worker, or `*` for each worker by itself */
    readonly worker: string
    /** The condition holds when a worker has sent nothing for longer */
    readonly minutes: number
  } | {
    readonly kind: 'burn'
    /** Id of an SLO */
    readonly slo_id: string
    /** The condition holds while the budget burns faster in both windows: 14.4 in 60 and 5, 6 in 360 and 30 */
    readonly factor: number
    readonly long_minutes: number
    readonly short_minutes: number
    /** With fewer traces in the long window the condition does not hold */
    readonly min_count: number
  }
  /** A word of yours, as in alerts that workers send */
  readonly severity: string
  /** How long it holds before the rule fires: it is pending */
  readonly for_minutes: number
  /** How long it does not hold before the incident is over */
  readonly clear_minutes: number
  readonly notify: {
    /** Is sent observe.alert.firing and observe.alert.resolved, signed by Standard Webhooks 1.0 */
    readonly webhook_url: string | null
    /** `owners` of the organisation, or ids of its members; to the addresses that they sign in with */
    readonly mail: 'owners' | readonly string[] | null
  }
  readonly enabled: boolean
  /** Rules beyond the plan, the youngest, are kept and not evaluated */
  readonly is_within_plan: boolean
  /** Of each worker, once the condition has held */
  readonly states: readonly {
    readonly worker: string
    readonly phase: 'ok' | 'pending' | 'firing'
    /** Since when it holds; of ok, when that began */
    readonly since: string
    /** The latest that was kept: a share, milliseconds, minutes or a burn rate */
    readonly value: number | null
    /** Id of the incident, while it is firing */
    readonly alert_id: string | null
  }[]
  readonly created_at: string
  readonly updated_at: string
}

export type ChangeObserveRuleResponse = { readonly status: 200; readonly headers: Headers; readonly body: ChangeObserveRuleOutput }

/** Refusals that `changeObserveRule` declares; `code` tells them apart. */
export type ChangeObserveRuleError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `DELETE /api/observe/rules/:id`. */
export interface RemoveObserveRuleInput {
  /** Its id */
  readonly id: string
}

/** It is removed */
export type RemoveObserveRuleOutput = undefined

export type RemoveObserveRuleResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveObserveRuleOutput }

/** Refusals that `removeObserveRule` declares; `code` tells them apart. */
export type RemoveObserveRuleError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/slos`. */
export type ListObserveSlosInput = Readonly<Record<string, never>>

/** The objectives */
export type ListObserveSlosOutput = {
  readonly slos: readonly ({
    readonly id: string
    readonly name: string
    readonly worker: string
    readonly indicator: {
      /** A trace is good if it has not failed */
      readonly kind: 'availability'
    } | {
      /** A trace is good if it took as long as the threshold, or less */
      readonly kind: 'latency'
      readonly threshold_ms: number
    }
    /** The share of traces that is to be good: 0.999 */
    readonly objective: number
    readonly window_days: 7 | 30
    readonly created_at: string
    readonly updated_at: string
  })[]
  /** SLOs of the plan */
  readonly limit: number
}

export type ListObserveSlosResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListObserveSlosOutput }

/** Refusals that `listObserveSlos` declares; `code` tells them apart. */
export type ListObserveSlosError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /api/observe/slos`. */
export interface CreateObserveSloInput {
  readonly worker: string
  readonly indicator: {
    /** A trace is good if it has not failed */
    readonly kind: 'availability'
  } | {
    /** A trace is good if it took as long as the threshold, or less */
    readonly kind: 'latency'
    readonly threshold_ms: number
  }
  /** The share of traces that is to be good: 0.999 */
  readonly objective: number
  /** Default: 30 */
  readonly window_days?: 7 | 30 | undefined
  /** Name of the SLO: no two have the same */
  readonly name: string
}

/** The objective */
export type CreateObserveSloOutput = {
  readonly id: string
  readonly name: string
  readonly worker: string
  readonly indicator: {
    /** A trace is good if it has not failed */
    readonly kind: 'availability'
  } | {
    /** A trace is good if it took as long as the threshold, or less */
    readonly kind: 'latency'
    readonly threshold_ms: number
  }
  /** The share of traces that is to be good: 0.999 */
  readonly objective: number
  readonly window_days: 7 | 30
  readonly created_at: string
  readonly updated_at: string
}

export type CreateObserveSloResponse = { readonly status: 201; readonly headers: Headers; readonly body: CreateObserveSloOutput }

/** Refusals that `createObserveSlo` declares; `code` tells them apart. */
export type CreateObserveSloError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<403, 'slo_limit'>
  | ObserveApiError<409, 'conflict'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/slos/:id`. */
export interface GetObserveSloInput {
  /** Its id */
  readonly id: string
}

/** The objective */
export type GetObserveSloOutput = {
  readonly id: string
  readonly name: string
  readonly worker: string
  readonly indicator: {
    /** A trace is good if it has not failed */
    readonly kind: 'availability'
  } | {
    /** A trace is good if it took as long as the threshold, or less */
    readonly kind: 'latency'
    readonly threshold_ms: number
  }
  /** The share of traces that is to be good: 0.999 */
  readonly objective: number
  readonly window_days: 7 | 30
  readonly created_at: string
  readonly updated_at: string
  readonly attained: {
    /** Traces. Where spans are sampled, each counts as 1 / rate */
    readonly total: number
    readonly bad: number
    /** Share of good ones; null without traces */
    readonly attainment: number | null
    /** Of the window that the plan keeps: on Free 24 of 168 or 720 */
    readonly hours: number
    /** Whether the plan keeps less than the window */
    readonly is_clipped: boolean
    /** Of latency: durations are kept within 2 %, so what took up to this counts as good; never below yours */
    readonly threshold_counted_ms: number | null
    /** Traces that may be bad: total × (1 − objective) */
    readonly budget: number
    /** Traces; below 0 it is overspent */
    readonly budget_left: number
    /** Of the budget; null without traces */
    readonly budget_left_share: number | null
    readonly burn_rates: readonly {
      readonly window: '1h' | '6h' | '3d'
      /** Of the window that the plan keeps */
      readonly hours: number
      /** 1 spends the budget exactly in the window; null without traces */
      readonly burn_rate: number | null
    }[]
    /** Of the window: by a day of UTC, six hours, or an hour where the plan keeps a day. Budgets are of its end */
    readonly series: readonly {
      /** Traces. Where spans are sampled, each counts as 1 / rate */
      readonly total: number
      readonly bad: number
      /** Share of good ones; null without traces */
      readonly attainment: number | null
      readonly at: string
      readonly budget_left_share: number | null
    }[]
  }
}

export type GetObserveSloResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetObserveSloOutput }

/** Refusals that `getObserveSlo` declares; `code` tells them apart. */
export type GetObserveSloError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `PUT /api/observe/slos/:id`. */
export interface ChangeObserveSloInput {
  /** Its id */
  readonly id: string
  readonly worker: string
  readonly indicator: {
    /** A trace is good if it has not failed */
    readonly kind: 'availability'
  } | {
    /** A trace is good if it took as long as the threshold, or less */
    readonly kind: 'latency'
    readonly threshold_ms: number
  }
  /** The share of traces that is to be good: 0.999 */
  readonly objective: number
  /** Default: 30 */
  readonly window_days?: 7 | 30 | undefined
}

/** The objective after the change */
export type ChangeObserveSloOutput = {
  readonly id: string
  readonly name: string
  readonly worker: string
  readonly indicator: {
    /** A trace is good if it has not failed */
    readonly kind: 'availability'
  } | {
    /** A trace is good if it took as long as the threshold, or less */
    readonly kind: 'latency'
    readonly threshold_ms: number
  }
  /** The share of traces that is to be good: 0.999 */
  readonly objective: number
  readonly window_days: 7 | 30
  readonly created_at: string
  readonly updated_at: string
}

export type ChangeObserveSloResponse = { readonly status: 200; readonly headers: Headers; readonly body: ChangeObserveSloOutput }

/** Refusals that `changeObserveSlo` declares; `code` tells them apart. */
export type ChangeObserveSloError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `DELETE /api/observe/slos/:id`. */
export interface RemoveObserveSloInput {
  /** Its id */
  readonly id: string
}

/** It is removed */
export type RemoveObserveSloOutput = undefined

export type RemoveObserveSloResponse = { readonly status: 204; readonly headers: Headers; readonly body: RemoveObserveSloOutput }

/** Refusals that `removeObserveSlo` declares; `code` tells them apart. */
export type RemoveObserveSloError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<409, 'conflict'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/webhook-secret`. */
export type GetObserveWebhookSecretInput = Readonly<Record<string, never>>

/** The current secret */
export type GetObserveWebhookSecretOutput = {
  /** Signs notifications of incidents: whsec_ and 32 bytes in base64 (Standard Webhooks) */
  readonly secret: string
  readonly rotated_at: string | null
}

export type GetObserveWebhookSecretResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetObserveWebhookSecretOutput }

/** Refusals that `getObserveWebhookSecret` declares; `code` tells them apart. */
export type GetObserveWebhookSecretError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /api/observe/webhook-secret/rotate`. */
export type RotateObserveWebhookSecretInput = Readonly<Record<string, never>>

/** The current secret */
export type RotateObserveWebhookSecretOutput = {
  /** Signs notifications of incidents: whsec_ and 32 bytes in base64 (Standard Webhooks) */
  readonly secret: string
  readonly rotated_at: string | null
}

export type RotateObserveWebhookSecretResponse = { readonly status: 200; readonly headers: Headers; readonly body: RotateObserveWebhookSecretOutput }

/** Refusals that `rotateObserveWebhookSecret` declares; `code` tells them apart. */
export type RotateObserveWebhookSecretError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<400, 'invalid_json'>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /v1/traces`. */
export interface IngestOtlpTracesInput {
  readonly body: NonNullable<RequestInit['body']>
  /** application/json or application/x-protobuf */
  readonly 'content-type'?: string | undefined
  /** gzip or identity */
  readonly 'content-encoding'?: string | undefined
}

/** It is taken, or a part of it */
export type IngestOtlpTracesOutput = Response

export type IngestOtlpTracesResponse = { readonly status: 200; readonly headers: Headers; readonly body: IngestOtlpTracesOutput }

/** Refusals that `ingestOtlpTraces` declares; `code` tells them apart. */
export type IngestOtlpTracesError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /v1/logs`. */
export interface IngestOtlpLogsInput {
  readonly body: NonNullable<RequestInit['body']>
  /** application/json or application/x-protobuf */
  readonly 'content-type'?: string | undefined
  /** gzip or identity */
  readonly 'content-encoding'?: string | undefined
}

/** It is taken, or a part of it */
export type IngestOtlpLogsOutput = Response

export type IngestOtlpLogsResponse = { readonly status: 200; readonly headers: Headers; readonly body: IngestOtlpLogsOutput }

/** Refusals that `ingestOtlpLogs` declares; `code` tells them apart. */
export type IngestOtlpLogsError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `POST /v1/metrics`. */
export interface IngestOtlpMetricsInput {
  readonly body: NonNullable<RequestInit['body']>
  /** application/json or application/x-protobuf */
  readonly 'content-type'?: string | undefined
  /** gzip or identity */
  readonly 'content-encoding'?: string | undefined
}

/** It is taken, or a part of it */
export type IngestOtlpMetricsOutput = Response

export type IngestOtlpMetricsResponse = { readonly status: 200; readonly headers: Headers; readonly body: IngestOtlpMetricsOutput }

/** Refusals that `ingestOtlpMetrics` declares; `code` tells them apart. */
export type IngestOtlpMetricsError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<413, 'payload_too_large', { readonly limit: number }>
  | ObserveApiError<415, 'unsupported_media_type'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/internal/summary`. */
export interface GetInternalSummaryInput {
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  readonly worker?: string | undefined
}

/** The workers */
export type GetInternalSummaryOutput = {
  readonly workers: readonly {
    readonly worker_name: string
    /** Where spans are sampled, each counts as 1 / rate */
    readonly total_traces: number
    readonly error_count: number
    /** 0 to 1 */
    readonly error_rate: number
    readonly avg_duration_ms: number | null
    /** Within `p95_error` of the exact one; null without traces */
    readonly p95_duration_ms: number | null
    /** The largest relative error */
    readonly p95_error: number
    /** Ids of traces that stand for the figures; null: there is none */
    readonly exemplars: {
      /** One whose duration is near the percentile, of the newest of these */
      readonly p95: string | null
      /** The newest that failed */
      readonly error: string | null
    }
    readonly last_seen: string
    /** Of the range, by starts: by five minutes, half an hour, an hour, or from 7d on a day of UTC */
    readonly series: readonly {
      readonly at: string
      readonly traces: number
      readonly errors: number
    }[]
    readonly ingest: {
      /** Events in the range, by days of UTC */
      readonly events: number
      readonly requests: number
      /** Of their bodies */
      readonly bytes: number
      /** What we pay for writing them, about */
      readonly est_cost_usd: number
      readonly used_today: number
      readonly daily_limit: number
      /** Events by midnight of UTC, if it goes on as it has since the last one */
      readonly projected_today: number
      /** More than 80 % of the day are used, or more than all will be by midnight */
      readonly is_near_limit: boolean
    }
  }[]
  readonly range: '1h' | '6h' | '24h' | '7d' | '30d'
}

export type GetInternalSummaryResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetInternalSummaryOutput }

/** Refusals that `getInternalSummary` declares; `code` tells them apart. */
export type GetInternalSummaryError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/internal/traces`. */
export interface ListInternalTracesInput {
  /**
   * How far back, as far as the plan keeps
   * Default: "24h"
   */
  readonly range?: '1h' | '6h' | '24h' | '7d' | '30d' | undefined
  readonly worker?: string | undefined
  readonly status?: 'ok' | 'error' | undefined
  /** Default: 50 */
  readonly limit?: number | undefined
  /** Default: 0 */
  readonly offset?: number | undefined
  /** The latest start; now, if it is left out. The range ends there */
  readonly until?: string | undefined
  /** Id of a request, a job or another thing */
  readonly about?: string | undefined
}

/** A page */
export type ListInternalTracesOutput = {
  readonly traces: readonly {
    readonly trace_id: string
    readonly worker_name: string
    /** Of its root */
    readonly status: 'ok' | 'error'
    readonly started_at: string
    readonly finished_at: string
    readonly duration_ms: number
    readonly error_msg: string | null
  }[]
  readonly total: number
  readonly until: string
}

export type ListInternalTracesResponse = { readonly status: 200; readonly headers: Headers; readonly body: ListInternalTracesOutput }

/** Refusals that `listInternalTraces` declares; `code` tells them apart. */
export type ListInternalTracesError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** Input of `GET /api/observe/internal/traces/:id`. */
export interface GetInternalTraceInput {
  /** Id of the trace */
  readonly id: string
}

/** The trace */
export type GetInternalTraceOutput = {
  readonly trace: {
    readonly trace_id: string
    readonly worker_name: string
    /** Of its root */
    readonly status: 'ok' | 'error'
    readonly started_at: string
    readonly finished_at: string
    readonly duration_ms: number
    readonly error_msg: string | null
    readonly span_count: number
    readonly services: readonly string[]
    /** Whether any span has failed */
    readonly has_error: boolean
    /** Whether the trace is larger than what is shown */
    readonly truncated: boolean
  }
  readonly spans: readonly {
    readonly span_id: string
    readonly trace_id: string
    readonly parent_span_id: string | null
    readonly operation: string
    readonly service: string
    readonly start_time: string
    readonly end_time: string
    readonly duration_ms: number
    readonly status: 'ok' | 'error'
    readonly attributes: { readonly [key: string]: unknown }
    readonly events: readonly {
      readonly name: string
      readonly time: string
      readonly attributes: { readonly [key: string]: unknown }
    }[]
  }[]
  readonly logs: readonly {
    readonly id: string
    readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'
    readonly message: string
    readonly ts: string
    readonly error: unknown
    readonly span_id: string | null
    /** Attributes, with those of the resource */
    readonly context: { readonly [key: string]: unknown }
    readonly metadata: { readonly [key: string]: unknown }
  }[]
}

export type GetInternalTraceResponse = { readonly status: 200; readonly headers: Headers; readonly body: GetInternalTraceOutput }

/** Refusals that `getInternalTrace` declares; `code` tells them apart. */
export type GetInternalTraceError =
  | ObserveApiError<400, 'invalid_input', { readonly errors: readonly { readonly field: string; readonly message: string }[] }>
  | ObserveApiError<401, 'unauthenticated'>
  | ObserveApiError<403, 'forbidden'>
  | ObserveApiError<404, 'not_found'>
  | ObserveApiError<429, 'rate_limited'>
  | ObserveApiError<500, 'internal', { readonly request_id: string }>
  | ObserveApiError<503, 'unavailable'>

/** The routes of observe. */
export interface ObserveClient {
  /**
   * Send telemetry of a worker.
   * Takes metrics, spans, logs and alerts of one worker, all or none. Spans without a parent are traces. The same
   * body within ten minutes counts once. Each record counts as an event of the worker in a day of UTC. A worker
   * holds a place of the plan until it is removed or has sent nothing for seven days. Names that begin with
   * `internal:` are ours.
   * `POST /api/observe/ingest`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), worker_limit (403), payload_too_large (413), unsupported_media_type (415), daily_limit (429),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly ingestTelemetry: {
    (input: IngestTelemetryInput, options?: ObserveCallOptions): Promise<IngestTelemetryOutput>
    /** The same with status and headers. */
    withResponse(input: IngestTelemetryInput, options?: ObserveCallOptions): Promise<IngestTelemetryResponse>
  }

  /**
   * Workers at a glance.
   * Traces, errors and durations of each worker of the tenant, by name. At the early edge of the range, figures
   * are of whole five minutes.
   * `GET /api/observe/summary`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getObserveSummary: {
    (input?: GetObserveSummaryInput, options?: ObserveCallOptions): Promise<GetObserveSummaryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetObserveSummaryInput, options?: ObserveCallOptions): Promise<GetObserveSummaryResponse>
  }

  /**
   * List traces.
   * Traces whose root has arrived, the newest start first, then by id. `total` is how many there are. `until`
   * holds the end of the range still, so that pages do not move.
   * `GET /api/observe/traces`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listTraces: {
    (input?: ListTracesInput, options?: ObserveCallOptions): Promise<ListTracesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListTracesInput, options?: ObserveCallOptions): Promise<ListTracesResponse>
  }

  /**
   * A trace.
   * A trace with its spans by start, and the logs that name it. Before its root arrives, the figures are those of
   * the spans that have.
   * `GET /api/observe/traces/:id`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getTrace: {
    (input: GetTraceInput, options?: ObserveCallOptions): Promise<GetTraceOutput>
    /** The same with status and headers. */
    withResponse(input: GetTraceInput, options?: ObserveCallOptions): Promise<GetTraceResponse>
  }

  /**
   * List alerts.
   * The 100 newest incidents, the newest start first: those that workers told of, and those of rules.
   * `GET /api/observe/alerts`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listAlerts: {
    (input?: ListAlertsInput, options?: ObserveCallOptions): Promise<ListAlertsOutput>
    /** The same with status and headers. */
    withResponse(input?: ListAlertsInput, options?: ObserveCallOptions): Promise<ListAlertsResponse>
  }

  /**
   * Logs of a worker that name no trace.
   * Logs of the newest requests, by time, that belong to no trace; those of a trace are with it.
   * `GET /api/observe/logs`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listWorkerLogs: {
    (input: ListWorkerLogsInput, options?: ObserveCallOptions): Promise<ListWorkerLogsOutput>
    /** The same with status and headers. */
    withResponse(input: ListWorkerLogsInput, options?: ObserveCallOptions): Promise<ListWorkerLogsResponse>
  }

  /**
   * Metrics of a worker.
   * What became of each metric of a worker in the range, by name and type, whatever its tags.
   * `GET /api/observe/metrics`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listMetrics: {
    (input: ListMetricsInput, options?: ObserveCallOptions): Promise<ListMetricsOutput>
    /** The same with status and headers. */
    withResponse(input: ListMetricsInput, options?: ObserveCallOptions): Promise<ListMetricsResponse>
  }

  /**
   * Series of a metric, by time.
   * A metric of a worker by its tags, and what became of each series in each step: the first whole step of the
   * range first. A step of five minutes is for ranges of a day at most. A page may be shorter than its limit and
   * have another after it.
   * `GET /api/observe/metrics/series`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listMetricSeries: {
    (input: ListMetricSeriesInput, options?: ObserveCallOptions): Promise<ListMetricSeriesOutput>
    /** The same with status and headers. */
    withResponse(input: ListMetricSeriesInput, options?: ObserveCallOptions): Promise<ListMetricSeriesResponse>
  }
  /** The items of all pages of `listMetricSeries`, from the cursor of the input on. */
  readonly listMetricSeriesAll: (input: ListMetricSeriesInput, options?: ObserveCallOptions) => AsyncIterable<{
    /** The same for the same tags */
    readonly series_id: string
    readonly name: string
    readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
    readonly unit: string
    /** Its attributes, with those of its resource and scope */
    readonly tags: { readonly [key: string]: unknown }
    /** By time; steps in which nothing was sent are left out */
    readonly points: readonly {
      /** Of the step */
      readonly start_time: string
      /** How many values */
      readonly count: number
      readonly sum: number
      readonly min: number
      readonly max: number
      /** As it was sent: of a running total, the total */
      readonly last: number
      readonly last_at: string
      /** Of histograms of values above 0, within `p95_error`; else null */
      readonly p95: number | null
      /** Of summaries, as they were last told */
      readonly quantiles: readonly {
        readonly quantile: number
        readonly value: number
      }[]
      /** The newest three */
      readonly exemplars: readonly {
        readonly value: number
        readonly time: string
        readonly trace_id: string | null
        readonly span_id: string | null
        /** Those that the series itself has not */
        readonly attributes: { readonly [key: string]: unknown }
      }[]
    }[]
  }>

  /**
   * Remove a worker.
   * Frees the place of the worker in the plan. What it has sent is not shown from now on, and erased within two
   * hours.
   * `DELETE /api/observe/workers/:worker`.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly removeWorker: {
    (input: RemoveWorkerInput, options?: ObserveCallOptions): Promise<RemoveWorkerOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveWorkerInput, options?: ObserveCallOptions): Promise<RemoveWorkerResponse>
  }

  /**
   * List rules.
   * Rules of the tenant, the oldest first. Each is evaluated once a minute on what workers have sent, and its
   * incidents are among the alerts.
   * `GET /api/observe/rules`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listObserveRules: {
    (input?: ListObserveRulesInput, options?: ObserveCallOptions): Promise<ListObserveRulesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListObserveRulesInput, options?: ObserveCallOptions): Promise<ListObserveRulesResponse>
  }

  /**
   * Create a rule.
   * The name tells a rule: the same request again is answered 409, so that none is made twice.
   * `POST /api/observe/rules`.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), rule_limit (403), conflict (409), payload_too_large (413), unsupported_media_type (415),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly createObserveRule: {
    (input: CreateObserveRuleInput, options?: ObserveCallOptions): Promise<CreateObserveRuleOutput>
    /** The same with status and headers. */
    withResponse(input: CreateObserveRuleInput, options?: ObserveCallOptions): Promise<CreateObserveRuleResponse>
  }

  /**
   * A rule.
   * The rule, and its state for each worker.
   * `GET /api/observe/rules/:id`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getObserveRule: {
    (input: GetObserveRuleInput, options?: ObserveCallOptions): Promise<GetObserveRuleOutput>
    /** The same with status and headers. */
    withResponse(input: GetObserveRuleInput, options?: ObserveCallOptions): Promise<GetObserveRuleResponse>
  }

  /**
   * Change a rule.
   * Takes the place of everything but the name. Incidents of another condition, or of a rule that is no longer
   * enabled, are over.
   * `PUT /api/observe/rules/:id`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly changeObserveRule: {
    (input: ChangeObserveRuleInput, options?: ObserveCallOptions): Promise<ChangeObserveRuleOutput>
    /** The same with status and headers. */
    withResponse(input: ChangeObserveRuleInput, options?: ObserveCallOptions): Promise<ChangeObserveRuleResponse>
  }

  /**
   * Remove a rule.
   * Its incidents are over, and stay among the alerts.
   * `DELETE /api/observe/rules/:id`.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly removeObserveRule: {
    (input: RemoveObserveRuleInput, options?: ObserveCallOptions): Promise<RemoveObserveRuleOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveObserveRuleInput, options?: ObserveCallOptions): Promise<RemoveObserveRuleResponse>
  }

  /**
   * List SLOs.
   * Service level objectives of the tenant, the oldest first, without figures.
   * `GET /api/observe/slos`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listObserveSlos: {
    (input?: ListObserveSlosInput, options?: ObserveCallOptions): Promise<ListObserveSlosOutput>
    /** The same with status and headers. */
    withResponse(input?: ListObserveSlosInput, options?: ObserveCallOptions): Promise<ListObserveSlosResponse>
  }

  /**
   * Create an SLO.
   * The name tells an SLO: the same request again is answered 409, so that none is made twice.
   * `POST /api/observe/slos`.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), slo_limit (403), conflict (409), payload_too_large (413), unsupported_media_type (415),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly createObserveSlo: {
    (input: CreateObserveSloInput, options?: ObserveCallOptions): Promise<CreateObserveSloOutput>
    /** The same with status and headers. */
    withResponse(input: CreateObserveSloInput, options?: ObserveCallOptions): Promise<CreateObserveSloResponse>
  }

  /**
   * An SLO.
   * The objective, how far it is attained, what is left of its error budget, and how fast that burns.
   * `GET /api/observe/slos/:id`, retried after transient failures.
   * Authority: scope:observe:read. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getObserveSlo: {
    (input: GetObserveSloInput, options?: ObserveCallOptions): Promise<GetObserveSloOutput>
    /** The same with status and headers. */
    withResponse(input: GetObserveSloInput, options?: ObserveCallOptions): Promise<GetObserveSloResponse>
  }

  /**
   * Change an SLO.
   * Takes the place of everything but the name. Rules of its burn rate go on with what it says now.
   * `PUT /api/observe/slos/:id`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), not_found (404), payload_too_large (413), unsupported_media_type (415), rate_limited (429),
   * internal (500), unavailable (503).
   */
  readonly changeObserveSlo: {
    (input: ChangeObserveSloInput, options?: ObserveCallOptions): Promise<ChangeObserveSloOutput>
    /** The same with status and headers. */
    withResponse(input: ChangeObserveSloInput, options?: ObserveCallOptions): Promise<ChangeObserveSloResponse>
  }

  /**
   * Remove an SLO.
   * Rules of its burn rate must be removed first.
   * `DELETE /api/observe/slos/:id`.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found
   * (404), conflict (409), rate_limited (429), internal (500), unavailable (503).
   */
  readonly removeObserveSlo: {
    (input: RemoveObserveSloInput, options?: ObserveCallOptions): Promise<RemoveObserveSloOutput>
    /** The same with status and headers. */
    withResponse(input: RemoveObserveSloInput, options?: ObserveCallOptions): Promise<RemoveObserveSloResponse>
  }

  /**
   * Get the secret of notifications.
   * The secret by which receivers verify notifications of incidents.
   * `GET /api/observe/webhook-secret`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getObserveWebhookSecret: {
    (input?: GetObserveWebhookSecretInput, options?: ObserveCallOptions): Promise<GetObserveWebhookSecretOutput>
    /** The same with status and headers. */
    withResponse(input?: GetObserveWebhookSecretInput, options?: ObserveCallOptions): Promise<GetObserveWebhookSecretResponse>
  }

  /**
   * Rotate the secret of notifications.
   * Makes a new secret. The previous one also signs for 24 hours.
   * `POST /api/observe/webhook-secret/rotate`.
   * Authority: scope:observe:write. Errors: invalid_input (400), invalid_json (400), unauthenticated (401),
   * forbidden (403), payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500),
   * unavailable (503).
   */
  readonly rotateObserveWebhookSecret: {
    (input?: RotateObserveWebhookSecretInput, options?: ObserveCallOptions): Promise<RotateObserveWebhookSecretOutput>
    /** The same with status and headers. */
    withResponse(input?: RotateObserveWebhookSecretInput, options?: ObserveCallOptions): Promise<RotateObserveWebhookSecretResponse>
  }

  /**
   * Send traces by OTLP.
   * Takes traces of OTLP/HTTP 1.x as JSON or protobuf, compressed by gzip or not: 65536 bytes as they are sent,
   * 1048576 inflated. Workers are known by `service.name`. What a limit of the plan or a rule refuses is a partial
   * success, since clients would send it again after any other answer. Batches of 100 spans suit the limits:
   * OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100.
   * `POST /v1/traces`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly ingestOtlpTraces: {
    (input: IngestOtlpTracesInput, options?: ObserveCallOptions): Promise<IngestOtlpTracesOutput>
    /** The same with status and headers. */
    withResponse(input: IngestOtlpTracesInput, options?: ObserveCallOptions): Promise<IngestOtlpTracesResponse>
  }

  /**
   * Send logs by OTLP.
   * Takes logs of OTLP/HTTP 1.x as JSON or protobuf, compressed by gzip or not: 65536 bytes as they are sent,
   * 1048576 inflated. Workers are known by `service.name`. What a limit of the plan or a rule refuses is a partial
   * success, since clients would send it again after any other answer. Batches of 100 spans suit the limits:
   * OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100.
   * `POST /v1/logs`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly ingestOtlpLogs: {
    (input: IngestOtlpLogsInput, options?: ObserveCallOptions): Promise<IngestOtlpLogsOutput>
    /** The same with status and headers. */
    withResponse(input: IngestOtlpLogsInput, options?: ObserveCallOptions): Promise<IngestOtlpLogsResponse>
  }

  /**
   * Send metrics by OTLP.
   * Takes metrics of OTLP/HTTP 1.x as JSON or protobuf, compressed by gzip or not: 65536 bytes as they are sent,
   * 1048576 inflated. Workers are known by `service.name`. What a limit of the plan or a rule refuses is a partial
   * success, since clients would send it again after any other answer. Batches of 100 spans suit the limits:
   * OTEL_BSP_MAX_EXPORT_BATCH_SIZE=100.
   * `POST /v1/metrics`, retried after transient failures.
   * Authority: scope:observe:write. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * payload_too_large (413), unsupported_media_type (415), rate_limited (429), internal (500), unavailable (503).
   */
  readonly ingestOtlpMetrics: {
    (input: IngestOtlpMetricsInput, options?: ObserveCallOptions): Promise<IngestOtlpMetricsOutput>
    /** The same with status and headers. */
    withResponse(input: IngestOtlpMetricsInput, options?: ObserveCallOptions): Promise<IngestOtlpMetricsResponse>
  }

  /**
   * Our own functions at a glance.
   * Traces, errors and durations that began in each of our functions; spans below a root are counted as events.
   * For operators.
   * `GET /api/observe/internal/summary`, retried after transient failures.
   * Authority: scope:operator:observe. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly getInternalSummary: {
    (input?: GetInternalSummaryInput, options?: ObserveCallOptions): Promise<GetInternalSummaryOutput>
    /** The same with status and headers. */
    withResponse(input?: GetInternalSummaryInput, options?: ObserveCallOptions): Promise<GetInternalSummaryResponse>
  }

  /**
   * List traces of our own functions.
   * Traces that began in our functions, the newest start first. With `about` those that name the id of a request,
   * a job, an import or anything else: 20 at most, without a range. For operators.
   * `GET /api/observe/internal/traces`, retried after transient failures.
   * Authority: scope:operator:observe. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * rate_limited (429), internal (500), unavailable (503).
   */
  readonly listInternalTraces: {
    (input?: ListInternalTracesInput, options?: ObserveCallOptions): Promise<ListInternalTracesOutput>
    /** The same with status and headers. */
    withResponse(input?: ListInternalTracesInput, options?: ObserveCallOptions): Promise<ListInternalTracesResponse>
  }

  /**
   * A trace of our own functions.
   * Its spans by start, across requests, queues, state machines and webhooks. Tenant, request and what the work
   * was about are attributes. For operators.
   * `GET /api/observe/internal/traces/:id`, retried after transient failures.
   * Authority: scope:operator:observe. Errors: invalid_input (400), unauthenticated (401), forbidden (403),
   * not_found (404), rate_limited (429), internal (500), unavailable (503).
   */
  readonly getInternalTrace: {
    (input: GetInternalTraceInput, options?: ObserveCallOptions): Promise<GetInternalTraceOutput>
    /** The same with status and headers. */
    withResponse(input: GetInternalTraceInput, options?: ObserveCallOptions): Promise<GetInternalTraceResponse>
  }
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly nested: readonly string[]
  readonly body: 'none' | 'fields' | 'json' | 'raw'
  readonly mediaType: string | undefined
  readonly sendsCredential: boolean
  readonly mayRepeat: boolean
  readonly sendsKey: boolean
  readonly statuses: readonly number[]
  readonly json: readonly number[]
  readonly isRaw: boolean
  readonly errors: Readonly<Record<string, number>>
  /** A protocol prescribes the body of a refusal, which then says no code: the status tells it. */
  readonly codesByStatus: boolean
}

type Input = Readonly<Record<string, unknown>>

const partOf = (operation: Operation, input: Input, part: 'query' | 'headers'): Input =>
  operation.nested.includes(part) ? ((input[part] ?? {}) as Input) : input

const pathOf = (operation: Operation, input: Input): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const text = String(input[parameter] ?? '')
    // These would make another path of it.
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(operation.name + ': "' + text + '" cannot stand in the path as ' + parameter)
    }
    return encodeURIComponent(text)
  })

const urlOf = (baseUrl: string, operation: Operation, input: Input): string => {
  const query = new URLSearchParams()
  const values = partOf(operation, input, 'query')
  for (const field of operation.query) {
    const value = values[field]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(field, String(each))
    }
  }
  const text = query.toString()
  return baseUrl.replace(/\/+$/, '') + pathOf(operation, input) + (text === '' ? '' : '?' + text)
}

/** U+FFFD is escaped, because a service takes it for the trace of bytes that were not UTF-8. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll('\uFFFD', '\\ufffd')

const bodyOf = (operation: Operation, input: Input): RequestInit['body'] | undefined => {
  if (operation.body === 'none') return undefined
  if (operation.body === 'raw') return input['body'] as RequestInit['body']
  if (operation.body === 'json') return input['body'] === undefined ? undefined : jsonOf(input['body'])
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const elsewhere = new Set([...path, ...operation.query, ...operation.headers, ...operation.nested])
  return jsonOf(Object.fromEntries(Object.entries(input).filter(([field]) => !elsewhere.has(field))))
}

const headersOf = (
  options: ObserveClientOptions,
  operation: Operation,
  input: Input,
  call: ObserveCallOptions,
  hasBody: boolean,
): Headers => {
  const headers = new Headers({ accept: operation.isRaw ? '*/*' : 'application/json' })
  if (hasBody && operation.mediaType !== undefined) headers.set('content-type', operation.mediaType)
  for (const [field, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(field, value)
  const values = partOf(operation, input, 'headers')
  for (const field of operation.headers) {
    const value = values[field]
    if (value !== undefined && value !== null) headers.set(field, String(value))
  }
  // One key for all attempts of a call, so that the service does the work once.
  const hasKey = headers.has('idempotency-key') || input['idempotency_key'] !== undefined
  if (operation.sendsKey && !hasKey) headers.set('idempotency-key', crypto.randomUUID())
  return headers
}

const requestOf = (options: ObserveClientOptions, operation: Operation, input: Input, call: ObserveCallOptions) => {
  const url = urlOf(options.baseUrl, operation, input)
  const body = bodyOf(operation, input)
  const headers = headersOf(options, operation, input, call, body !== undefined)
  const init: RequestInit = { method: operation.method, headers }
  if (body !== undefined && body !== null) init.body = body
  const isOnce = body instanceof ReadableStream
  // fetch requires this for a body that is produced while it is sent.
  if (isOnce) Object.assign(init, { duplex: 'half' })
  // A redirection that the contract declares is an answer, not a way to go.
  if (operation.statuses.some((status) => status >= 300 && status !== 304)) init.redirect = 'manual'
  return { url, init, headers, isOnce }
}

const DEFAULT_RETRIES = 2
const DEFAULT_TIMEOUT_MS = 60_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
/** Statuses that may be better at the next attempt. */
const transient = [429, 502, 503, 504]

interface Outcome {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Seconds from a number of them or from an HTTP date (RFC 9110 10.2.3). */
const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const codeOf = (operation: Operation, status: number): string | undefined =>
  operation.codesByStatus ? Object.entries(operation.errors).find(([, declared]) => declared === status)?.[0] : undefined

const apiErrorOf = (operation: Operation, response: Response, text: string): ObserveApiError => {
  const body = parsed(text)
  const sent = typeof body === 'object' && body !== null ? (body as Input) : {}
  const code = typeof sent['code'] === 'string' ? sent['code'] : (codeOf(operation, response.status) ?? 'unknown')
  const said = sent['error'] ?? sent['message']
  const error = typeof said === 'string' ? said : response.statusText || 'HTTP ' + response.status
  return new ObserveApiError(operation.name, response.status, { ...sent, error, code }, retryAfterOf(response.headers))
}

const bodyOfSuccess = (operation: Operation, response: Response, text: string): unknown => {
  const isJson = operation.json.includes(response.status)
  const body = parsed(text)
  if (body !== undefined || !isJson) return body
  const error = 'the answer is not the JSON that the contract promises'
  throw new ObserveApiError(operation.name, response.status, { error, code: 'invalid_response' })
}

/** The result of an answer. A refusal is returned, to distinguish it from thrown errors. */
const outcomeOf = async (operation: Operation, response: Response): Promise<Outcome | ObserveApiError> => {
  const { status, headers } = response
  const isDeclared = operation.statuses.includes(status) || response.type === 'opaqueredirect'
  const isSuccess = isDeclared || response.ok
  if (isSuccess && operation.isRaw) return { status, headers, body: response }
  const text = await response.text()
  if (!isSuccess) return apiErrorOf(operation, response, text)
  return { status, headers, body: bodyOfSuccess(operation, response, text) }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })

/** One attempt. Errors of fetch become network errors; an abort of the call stays as it is. */
const attempt = async (
  options: ObserveClientOptions,
  operation: Operation,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Outcome | ObserveApiError | ObserveNetworkError> => {
  try {
    const send = options.fetch ?? fetch
    return await outcomeOf(operation, await send(url, { ...init, signal }))
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof ObserveApiError) return cause
    return new ObserveNetworkError(operation.name, cause)
  }
}

/** Milliseconds until the next attempt: exponential with full jitter, and no sooner than the service says. */
const waitOf = (tried: number, failure: ObserveApiError | ObserveNetworkError): number => {
  const jittered = Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
  const asked = failure instanceof ObserveApiError ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, jittered)
}

const attempts = async (
  options: ObserveClientOptions,
  operation: Operation,
  input: Input,
  call: ObserveCallOptions,
  signal: AbortSignal,
  deadline: number,
): Promise<Outcome> => {
  const { url, init, headers, isOnce } = requestOf(options, operation, input, call)
  const retries = operation.mayRepeat && !isOnce ? (options.retries ?? DEFAULT_RETRIES) : 0
  for (let tried = 0; ; tried += 1) {
    const credential = typeof options.credential === 'function' ? await options.credential() : options.credential
    if (operation.sendsCredential && credential !== undefined) headers.set('authorization', 'Bearer ' + credential)
    const result = await attempt(options, operation, url, init, signal)
    if (!(result instanceof Error)) return result
    const isTransient = result instanceof ObserveNetworkError || transient.includes(result.status)
    const wait = waitOf(tried, result)
    if (!isTransient || tried >= retries || Date.now() + wait >= deadline) throw result
    await pause(wait, signal)
  }
}

const perform = async (
  options: ObserveClientOptions,
  operation: Operation,
  input: Input,
  call: ObserveCallOptions,
): Promise<Outcome> => {
  const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new ObserveTimeoutError(operation.name, timeout)), timeout)
  const abort = () => ending.abort(call.signal?.reason)
  if (call.signal?.aborted) abort()
  call.signal?.addEventListener('abort', abort, { once: true })
  let isReading = false
  try {
    ending.signal.throwIfAborted()
    // Neither a credential that is never given nor a fetch that hears of no signal may hold the caller.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
    })
    const work = attempts(options, operation, input, call, ending.signal, Date.now() + timeout)
    const outcome = await Promise.race([work, ended])
    isReading = operation.isRaw
    return outcome
  } finally {
    clearTimeout(timer)
    // The reader of a stream may still end it.
    if (!isReading) call.signal?.removeEventListener('abort', abort)
  }
}

const method = <Output, Whole>(options: ObserveClientOptions, operation: Operation) => {
  const withResponse = async (input: object = {}, call: ObserveCallOptions = {}): Promise<Whole> =>
    (await perform(options, operation, input as Input, call)) as Whole
  const body = async (input: object = {}, call: ObserveCallOptions = {}): Promise<Output> =>
    (await perform(options, operation, input as Input, call)).body as Output
  const stream = async (input: object = {}, call: ObserveCallOptions = {}): Promise<Response> =>
    (await perform(options, { ...operation, isRaw: true }, input as Input, call)).body as Response
  return Object.assign(body, { withResponse, stream })
}

/** The items of all pages, fetched as they are asked for. A cursor that comes again ends it with an error. */
async function* pages<Item>(
  list: (input?: object, call?: ObserveCallOptions) => Promise<unknown>,
  input: object | undefined,
  call: ObserveCallOptions | undefined,
  items: string,
  next: string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<unknown>()
  let cursor = ((input ?? {}) as Input)['cursor']
  for (;;) {
    seen.add(cursor)
    const page = (await list({ ...input, cursor }, call)) as Input
    yield* page[items] as readonly Item[]
    cursor = page[next]
    if (cursor === undefined || cursor === null || cursor === '') return
    if (seen.has(cursor)) throw new Error('The service gave the cursor ' + String(cursor) + ' a second time')
  }
}

const operations = {
  ingestTelemetry: {
    name: 'ingestTelemetry',
    method: 'POST',
    path: '/api/observe/ingest',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [202],
    json: [202],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, worker_limit: 403, payload_too_large: 413, unsupported_media_type: 415, daily_limit: 429, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getObserveSummary: {
    name: 'getObserveSummary',
    method: 'GET',
    path: '/api/observe/summary',
    query: ['range', 'worker'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listTraces: {
    name: 'listTraces',
    method: 'GET',
    path: '/api/observe/traces',
    query: ['range', 'worker', 'status', 'limit', 'offset', 'until'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getTrace: {
    name: 'getTrace',
    method: 'GET',
    path: '/api/observe/traces/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listAlerts: {
    name: 'listAlerts',
    method: 'GET',
    path: '/api/observe/alerts',
    query: ['status'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listWorkerLogs: {
    name: 'listWorkerLogs',
    method: 'GET',
    path: '/api/observe/logs',
    query: ['worker', 'range', 'level', 'limit'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listMetrics: {
    name: 'listMetrics',
    method: 'GET',
    path: '/api/observe/metrics',
    query: ['worker', 'range'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listMetricSeries: {
    name: 'listMetricSeries',
    method: 'GET',
    path: '/api/observe/metrics/series',
    query: ['worker', 'name', 'type', 'range', 'step', 'limit', 'cursor'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeWorker: {
    name: 'removeWorker',
    method: 'DELETE',
    path: '/api/observe/workers/{worker}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listObserveRules: {
    name: 'listObserveRules',
    method: 'GET',
    path: '/api/observe/rules',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  createObserveRule: {
    name: 'createObserveRule',
    method: 'POST',
    path: '/api/observe/rules',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, rule_limit: 403, conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getObserveRule: {
    name: 'getObserveRule',
    method: 'GET',
    path: '/api/observe/rules/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  changeObserveRule: {
    name: 'changeObserveRule',
    method: 'PUT',
    path: '/api/observe/rules/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeObserveRule: {
    name: 'removeObserveRule',
    method: 'DELETE',
    path: '/api/observe/rules/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listObserveSlos: {
    name: 'listObserveSlos',
    method: 'GET',
    path: '/api/observe/slos',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  createObserveSlo: {
    name: 'createObserveSlo',
    method: 'POST',
    path: '/api/observe/slos',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [201],
    json: [201],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, slo_limit: 403, conflict: 409, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getObserveSlo: {
    name: 'getObserveSlo',
    method: 'GET',
    path: '/api/observe/slos/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  changeObserveSlo: {
    name: 'changeObserveSlo',
    method: 'PUT',
    path: '/api/observe/slos/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, not_found: 404, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  removeObserveSlo: {
    name: 'removeObserveSlo',
    method: 'DELETE',
    path: '/api/observe/slos/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [204],
    json: [],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, conflict: 409, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getObserveWebhookSecret: {
    name: 'getObserveWebhookSecret',
    method: 'GET',
    path: '/api/observe/webhook-secret',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  rotateObserveWebhookSecret: {
    name: 'rotateObserveWebhookSecret',
    method: 'POST',
    path: '/api/observe/webhook-secret/rotate',
    query: [],
    headers: [],
    nested: [],
    body: 'fields',
    mediaType: 'application/json',
    sendsCredential: true,
    mayRepeat: false,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, invalid_json: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  ingestOtlpTraces: {
    name: 'ingestOtlpTraces',
    method: 'POST',
    path: '/v1/traces',
    query: [],
    headers: ['content-type', 'content-encoding'],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: true,
  },
  ingestOtlpLogs: {
    name: 'ingestOtlpLogs',
    method: 'POST',
    path: '/v1/logs',
    query: [],
    headers: ['content-type', 'content-encoding'],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: true,
  },
  ingestOtlpMetrics: {
    name: 'ingestOtlpMetrics',
    method: 'POST',
    path: '/v1/metrics',
    query: [],
    headers: ['content-type', 'content-encoding'],
    nested: [],
    body: 'raw',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [],
    isRaw: true,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, payload_too_large: 413, unsupported_media_type: 415, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: true,
  },
  getInternalSummary: {
    name: 'getInternalSummary',
    method: 'GET',
    path: '/api/observe/internal/summary',
    query: ['range', 'worker'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  listInternalTraces: {
    name: 'listInternalTraces',
    method: 'GET',
    path: '/api/observe/internal/traces',
    query: ['range', 'worker', 'status', 'limit', 'offset', 'until', 'about'],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
  getInternalTrace: {
    name: 'getInternalTrace',
    method: 'GET',
    path: '/api/observe/internal/traces/{id}',
    query: [],
    headers: [],
    nested: [],
    body: 'none',
    mediaType: undefined,
    sendsCredential: true,
    mayRepeat: true,
    sendsKey: false,
    statuses: [200],
    json: [200],
    isRaw: false,
    errors: { invalid_input: 400, unauthenticated: 401, forbidden: 403, not_found: 404, rate_limited: 429, internal: 500, unavailable: 503 },
    codesByStatus: false,
  },
} as const satisfies Readonly<Record<string, Operation>>

/** The declared refusals of each operation. */
export interface ObserveErrors {
  readonly ingestTelemetry: IngestTelemetryError
  readonly getObserveSummary: GetObserveSummaryError
  readonly listTraces: ListTracesError
  readonly getTrace: GetTraceError
  readonly listAlerts: ListAlertsError
  readonly listWorkerLogs: ListWorkerLogsError
  readonly listMetrics: ListMetricsError
  readonly listMetricSeries: ListMetricSeriesError
  readonly removeWorker: RemoveWorkerError
  readonly listObserveRules: ListObserveRulesError
  readonly createObserveRule: CreateObserveRuleError
  readonly getObserveRule: GetObserveRuleError
  readonly changeObserveRule: ChangeObserveRuleError
  readonly removeObserveRule: RemoveObserveRuleError
  readonly listObserveSlos: ListObserveSlosError
  readonly createObserveSlo: CreateObserveSloError
  readonly getObserveSlo: GetObserveSloError
  readonly changeObserveSlo: ChangeObserveSloError
  readonly removeObserveSlo: RemoveObserveSloError
  readonly getObserveWebhookSecret: GetObserveWebhookSecretError
  readonly rotateObserveWebhookSecret: RotateObserveWebhookSecretError
  readonly ingestOtlpTraces: IngestOtlpTracesError
  readonly ingestOtlpLogs: IngestOtlpLogsError
  readonly ingestOtlpMetrics: IngestOtlpMetricsError
  readonly getInternalSummary: GetInternalSummaryError
  readonly listInternalTraces: ListInternalTracesError
  readonly getInternalTrace: GetInternalTraceError
}

/** Whether a caught error is a refusal that the operation declares. Its `code` then tells which one. */
export const isObserveError = <Name extends keyof ObserveErrors>(
  operation: Name,
  error: unknown,
): error is ObserveErrors[Name] => {
  if (!(error instanceof ObserveApiError) || error.operation !== operation) return false
  const declared: Readonly<Record<string, number>> = operations[operation].errors
  return Object.hasOwn(declared, error.code) && declared[error.code] === error.status
}

/** A client of observe: methods can be taken off it, and it keeps no connection of its own. */
export const createObserveClient = (options: ObserveClientOptions): ObserveClient => {
  return {
    ingestTelemetry: method<IngestTelemetryOutput, IngestTelemetryResponse>(options, operations.ingestTelemetry),
    getObserveSummary: method<GetObserveSummaryOutput, GetObserveSummaryResponse>(options, operations.getObserveSummary),
    listTraces: method<ListTracesOutput, ListTracesResponse>(options, operations.listTraces),
    getTrace: method<GetTraceOutput, GetTraceResponse>(options, operations.getTrace),
    listAlerts: method<ListAlertsOutput, ListAlertsResponse>(options, operations.listAlerts),
    listWorkerLogs: method<ListWorkerLogsOutput, ListWorkerLogsResponse>(options, operations.listWorkerLogs),
    listMetrics: method<ListMetricsOutput, ListMetricsResponse>(options, operations.listMetrics),
    listMetricSeries: method<ListMetricSeriesOutput, ListMetricSeriesResponse>(options, operations.listMetricSeries),
    listMetricSeriesAll: (input, call) =>
      pages(method(options, operations.listMetricSeries), input, call, 'series', 'next_cursor'),
    removeWorker: method<RemoveWorkerOutput, RemoveWorkerResponse>(options, operations.removeWorker),
    listObserveRules: method<ListObserveRulesOutput, ListObserveRulesResponse>(options, operations.listObserveRules),
    createObserveRule: method<CreateObserveRuleOutput, CreateObserveRuleResponse>(options, operations.createObserveRule),
    getObserveRule: method<GetObserveRuleOutput, GetObserveRuleResponse>(options, operations.getObserveRule),
    changeObserveRule: method<ChangeObserveRuleOutput, ChangeObserveRuleResponse>(options, operations.changeObserveRule),
    removeObserveRule: method<RemoveObserveRuleOutput, RemoveObserveRuleResponse>(options, operations.removeObserveRule),
    listObserveSlos: method<ListObserveSlosOutput, ListObserveSlosResponse>(options, operations.listObserveSlos),
    createObserveSlo: method<CreateObserveSloOutput, CreateObserveSloResponse>(options, operations.createObserveSlo),
    getObserveSlo: method<GetObserveSloOutput, GetObserveSloResponse>(options, operations.getObserveSlo),
    changeObserveSlo: method<ChangeObserveSloOutput, ChangeObserveSloResponse>(options, operations.changeObserveSlo),
    removeObserveSlo: method<RemoveObserveSloOutput, RemoveObserveSloResponse>(options, operations.removeObserveSlo),
    getObserveWebhookSecret: method<GetObserveWebhookSecretOutput, GetObserveWebhookSecretResponse>(options, operations.getObserveWebhookSecret),
    rotateObserveWebhookSecret: method<RotateObserveWebhookSecretOutput, RotateObserveWebhookSecretResponse>(options, operations.rotateObserveWebhookSecret),
    ingestOtlpTraces: method<IngestOtlpTracesOutput, IngestOtlpTracesResponse>(options, operations.ingestOtlpTraces),
    ingestOtlpLogs: method<IngestOtlpLogsOutput, IngestOtlpLogsResponse>(options, operations.ingestOtlpLogs),
    ingestOtlpMetrics: method<IngestOtlpMetricsOutput, IngestOtlpMetricsResponse>(options, operations.ingestOtlpMetrics),
    getInternalSummary: method<GetInternalSummaryOutput, GetInternalSummaryResponse>(options, operations.getInternalSummary),
    listInternalTraces: method<ListInternalTracesOutput, ListInternalTracesResponse>(options, operations.listInternalTraces),
    getInternalTrace: method<GetInternalTraceOutput, GetInternalTraceResponse>(options, operations.getInternalTrace),
  }
}
