import { environment } from '@signet/kernel/environment'
import { onFirstEvent, streamOnFirstEvent } from '@signet/kernel/on-first-event'
import { afterEach, describe, expect, it, vi } from 'vitest'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('a function that loads its rest later', () => {
  it('begins by itself, once, and hands events on with all their arguments', async () => {
    const inner = vi.fn(async (event: string, context: string) => `${event} ${context}`)
    const load = vi.fn(async () => inner)
    const handler = onFirstEvent(load)
    expect(load).not.toHaveBeenCalled()
    await turn()
    expect(load).toHaveBeenCalledTimes(1)
    expect(await Promise.all([handler('a', 'b'), handler('c', 'd')])).toEqual(['a b', 'c d'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('does not wait for the turn when an event is there at once', async () => {
    const load = vi.fn(async () => async () => 'done')
    expect(await onFirstEvent(load)()).toBe('done')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('tells the event what failed, and loads anew for the next one', async () => {
    let tries = 0
    const load = async () => {
      tries++
      if (tries <= 2) throw new Error(`try ${tries}`)
      return async () => 'well'
    }
    const handler = onFirstEvent(load)
    await turn()
    await expect(handler()).rejects.toThrow('try 2')
    expect(await handler()).toBe('well')
  })
})

describe('a streaming function that loads its rest later', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is known to the runtime as streaming before anything is loaded', () => {
    const streamifyResponse = vi.fn((handler: unknown) => handler)
    vi.stubGlobal('awslambda', { streamifyResponse })
    const handler = streamOnFirstEvent(async () => async () => 'never')
    expect(streamifyResponse).toHaveBeenCalledWith(handler)
  })

  it('is an ordinary handler where the runtime cannot stream', async () => {
    vi.stubGlobal('awslambda', { InvokeStore: {} })
    expect(await streamOnFirstEvent(async () => async () => 'whole')()).toBe('whole')
  })
})

describe('the environment of a function', () => {
  it('is exactly the variables asked for', () => {
    expect(environment({ A: '1', B: '2' }, ['A'])).toEqual({ A: '1' })
  })

  it('names every variable that is missing or empty', () => {
    expect(() => environment({ A: '', C: 'x' }, ['A', 'B', 'C'])).toThrow(/lacks A, B:/)
  })
})
