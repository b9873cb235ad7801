import { environment } from '@signet/kernel/environment'
import { onFirstEvent, streamOnFirstEvent } from '@signet/kernel/on-first-event'
import { afterEach, describe, expect, it, vi } from 'vitest'

const waitForLoading = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('function with deferred loading', () => {
  it('loading starts once without an event, and events are passed on with all arguments', async () => {
    const inner = vi.fn(async (event: string, context: string) => `${event} ${context}`)
    const load = vi.fn(async () => inner)
    const handler = onFirstEvent(load)
    expect(load).not.toHaveBeenCalled()
    await waitForLoading()
    expect(load).toHaveBeenCalledTimes(1)
    expect(await Promise.all([handler('a', 'b'), handler('c', 'd')])).toEqual(['a b', 'c d'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('an immediate event starts loading at once', async () => {
    const load = vi.fn(async () => async () => 'done')
    expect(await onFirstEvent(load)()).toBe('done')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('an event gets the error of a failed load, and the next event loads again', async () => {
    let attempts = 0
    const load = async () => {
      attempts++
      if (attempts <= 2) throw new Error(`try ${attempts}`)
      return async () => 'loaded'
    }
    const handler = onFirstEvent(load)
    await waitForLoading()
    await expect(handler()).rejects.toThrow('try 2')
    expect(await handler()).toBe('loaded')
  })
})

describe('streaming function with deferred loading', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('the runtime knows before loading that the function streams', () => {
    const streamifyResponse = vi.fn((handler: unknown) => handler)
    vi.stubGlobal('awslambda', { streamifyResponse })
    const handler = streamOnFirstEvent(async () => async () => 'never')
    expect(streamifyResponse).toHaveBeenCalledWith(handler)
  })

  it('a runtime without streaming gets an ordinary handler', async () => {
    vi.stubGlobal('awslambda', { InvokeStore: {} })
    expect(await streamOnFirstEvent(async () => async () => 'whole')()).toBe('whole')
  })
})

describe('environment of a function', () => {
  it('only the requested variables are returned', () => {
    expect(environment({ A: '1', B: '2' }, ['A'])).toEqual({ A: '1' })
  })

  it('an error names every variable that is missing or empty', () => {
    expect(() => environment({ A: '', C: 'x' }, ['A', 'B', 'C'])).toThrow(/lacks A, B\./)
  })
})
