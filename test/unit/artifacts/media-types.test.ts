import { ARTIFACT_TYPES, declaredType, isMediaType } from '@signet/artifacts'
import { describe, expect, it } from 'vitest'

describe('Content-Type', () => {
  it.each(ARTIFACT_TYPES)('%s is allowed in any case', (type) => {
    expect([declaredType(type), declaredType(` ${type.toUpperCase()} `)]).toEqual([type, type])
  })

  it.each([
    ['text/plain; charset=utf-8', 'text/plain'],
    ['text/csv;charset="UTF-8"', 'text/csv'],
    ['Text/Markdown ; Charset=Utf-8', 'text/markdown'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/x-zip-compressed', 'application/zip'],
  ])('%s becomes %s', (header, type) => {
    expect(declaredType(header)).toBe(type)
  })

  it.each([
    ...['image/svg+xml', 'text/html', 'application/octet-stream', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
    ...['text/plain; charset=iso-8859-1', 'text/plain; charset=utf-8; charset=utf-8', 'text/csv; header=present'],
    ...['application/pdf; charset=utf-8', 'application/zip; version=1', 'application/constructor'],
  ])('%s is a valid media type that is not allowed', (header) => {
    expect([isMediaType(header), declaredType(header)]).toEqual([true, undefined])
  })

  it.each([
    ...['', 'pdf', 'text/', '/plain', 'text/plain, text/html', 'text/plain;', 'text/plain; charset', 'text /plain'],
    ...['text/plain; charset="utf-8', 'text/plain\r\nX-A: b', 'constructor', '*/*;q', `text/${'a'.repeat(300)}`],
  ])('%j is an invalid media type', (header) => {
    expect([isMediaType(header), declaredType(header)]).toEqual([false, undefined])
  })
})
