import { afterAll, afterEach } from 'vitest'
import { endFile, endVisits } from './visit.ts'

afterEach(({ task }) => endVisits({ name: task.name, hasFailed: task.result?.state === 'fail' }))

afterAll(endFile)
