import { EXIT, Failure, type Terminal } from '@signet/command-line'
import { type AddressFlags, addressOf, nextStep, type ServiceSource } from './address.ts'

type Body = object | Uint8Array<ArrayBuffer>

/** A service behind its address, called with the caller's key. */
export interface Service {
  readonly base: string
  /** Calls an operation and returns the JSON of the reply. @throws Refusal for a status of 400 or more */
  call<T>(method: string, path: string, body?: Body, headers?: Readonly<Record<string, string>>): Promise<T>
  /** Fetches a file by its whole address, without the key. */
  download(url: string): Promise<Uint8Array>
}

/** The body of an error, as far as programs read it. */
export interface ErrorBody {
  readonly error?: string
  readonly code?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
  readonly upgrade?: string
}

/** A reply of the service with an error status. */
export class Refusal extends Failure {
  /** Undefined if the reply is not JSON. */
  readonly body: ErrorBody | undefined

  constructor(message: string, body: ErrorBody | undefined) {
    super(EXIT.refused, message)
    this.body = body
  }
}

const jsonOf = (text: string): ErrorBody | undefined => {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? undefined
  } catch {
    return undefined
  }
}

/** The error of the service, with each further broken rule on its own line. */
const refusalOf = (status: number, text: string): Refusal => {
  const body = jsonOf(text)
  if (body === undefined) {
    return new Refusal(`The service answered ${status} with something that is not JSON: is --url right?`, body)
  }
  const { error, code, errors = [], upgrade } = body
  const rules = errors.slice(1).map(({ field, message }) => `\n  ${field} ${message}`)
  return new Refusal(`${error} (${status} ${code})${rules.join('')}${upgrade ? `\n  upgrade: ${upgrade}` : ''}`, body)
}

/** The longest wait before a repeated request. */
const PAUSE_SECONDS_MAX = 60

/** Whether the same request may succeed later. */
const isBusy = (status: number): boolean => status === 429 || status === 502 || status === 503 || status === 504

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

interface Retries {
  /** The most requests for one call while the service is busy; default 1. Waits as long as the service requires. */
  readonly tries?: number
}

/** Connects to the service that the flags, the environment or the local stack name. @throws Failure if none does */
export const serviceOf = (
  source: ServiceSource,
  flags: AddressFlags,
  terminal: Terminal,
  { tries = 1 }: Retries = {},
): Service => {
  const { url, key } = addressOf(source, flags, terminal)
  const base = url.replace(/\/+$/, '')
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await fetch(address, init)
    } catch (error) {
      const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } }
      throw new Failure(EXIT.unreachable, `${base} cannot be reached (${cause?.code ?? message}). ${nextStep(source)}`)
    }
  }
  return {
    base,
    async call<T>(method: string, path: string, body?: Body, headers: Readonly<Record<string, string>> = {}) {
      const init: RequestInit = {
        method,
        headers: {
          ...headers,
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      }
      for (let attempt = 1; ; attempt++) {
        const response = await send(`${base}${path}`, init)
        const text = await response.text()
        if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
        if (!isBusy(response.status) || attempt >= tries) throw refusalOf(response.status, text)
        await pause(Math.min(PAUSE_SECONDS_MAX, Number(response.headers.get('retry-after')) || attempt))
      }
    },
    async download(address) {
      const response = await send(address)
      if (!response.ok) throw refusalOf(response.status, await response.text())
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
