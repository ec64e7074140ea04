import { useQuery } from '@tanstack/react-query'
import { alertTypesQuery } from '../../shared/message-type-names.ts'

export const useAlertTypes = () => useQuery(alertTypesQuery)
