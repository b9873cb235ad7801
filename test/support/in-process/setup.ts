import { afterAll, inject } from 'vitest'
import { useStack } from '../test-stack.ts'
import { threadStack } from './thread-stack.ts'

const { test, record } = await threadStack()
useStack(test)

afterAll(() => record(inject('results')))
