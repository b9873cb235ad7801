import { describe, expect, it } from 'vitest'
import { logRenderer, type StackLog } from '../../../lib/local/stack-log.ts'

const request: StackLog = {
  type: 'request',
  api: 'images',
  method: 'GET',
  path: '/v2/models',
  status: 200,
  ms: 4.21,
  fn: 'images-api',
  requestId: 'r',
}
const functionLine = (text: string, level: 'info' | 'debug' = 'info'): StackLog => ({
  type: 'function',
  fn: 'echo',
  requestId: 'abcdefghij',
  level,
  text,
})
const plain = logRenderer({ json: false, color: false, debug: false })

describe('log lines', () => {
  it('a request line contains method, path, status, time and function', () => {
    expect(plain(request)).toBe('GET    /v2/models 200 4.2 ms images-api')
    expect(plain({ ...request, status: 502, note: 'TypeError: x' })).toContain('502 4.2 ms images-api (TypeError: x)')
  })

  it('lines are colored only on request', () => {
    expect(plain(request)).not.toContain('\u001b')
    expect(logRenderer({ json: false, color: true, debug: false })(request)).toContain('\u001b[32m200')
  })

  it('--json prints one JSON object per line', () => {
    const line = logRenderer({ json: true, color: false, debug: false })(request)
    expect(JSON.parse(line ?? '')).toMatchObject({ type: 'request', path: '/v2/models', status: 200 })
  })

  it('structured lines of a handler show message and fields, and metrics and debug lines are hidden', () => {
    expect(plain(functionLine('{"level":"INFO","message":"painted","job_id":"j1","n":2}'))).toBe(
      '  echo abcdefgh painted job_id=j1 n=2',
    )
    expect(plain(functionLine('{"_aws":{},"x":1}'))).toBeUndefined()
    expect(plain(functionLine('{"level":"DEBUG","message":"x"}'))).toBeUndefined()
    expect(plain(functionLine('x', 'debug'))).toBeUndefined()
    expect(plain(functionLine('{not json'))).toBe('  echo abcdefgh {not json')
  })
})
