import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A machine with much else to do takes longer than the usual second.
configure({ asyncUtilTimeout: 4_000 })

afterEach(cleanup)
