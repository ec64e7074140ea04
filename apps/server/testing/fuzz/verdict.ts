import type { Content, Operation } from './document.ts'
import { faultOf, isRecord } from './json-schema.ts'
import type { Answer } from './wire.ts'

/** Texts that reveal the implementation. */
const LEAK =
  /\bat \S+\.[cm]?[jt]s:\d+|node_modules|\bselect .+ from\b|insert into|relation "|duplicate key value/i

/** How an answer deviates from the document; empty if it conforms. */
export function faultsOfAnswer(operation: Operation, answer: Answer): string[] {
  const content = contentFor(operation, answer.status)
  if (!content) return [`the status ${answer.status} is not in the document: ${answer.text.slice(0, 300)}`]
  return [...faultsOfContent(content, answer), ...faultsOfRefusal(answer)]
}

/** A server fault is one even where the document allows for it. */
function contentFor({ responses }: Operation, status: number): Content | undefined {
  return responses[status] ?? (status >= 400 && status < 500 ? responses['4XX'] : undefined)
}

function faultsOfContent(content: Content, { headers, text }: Answer): string[] {
  if (Object.keys(content).length === 0)
    return text === '' ? [] : ['there is a body where the document has none']
  const type = (headers['content-type'] ?? 'none').split(';')[0]?.trim() ?? ''
  const described = content[type]
  if (!described)
    return [
      `the content type is ${type}, and the document says ${Object.keys(content)}: ${text.slice(0, 200)}`,
    ]
  if (!described.schema || !type.endsWith('json')) return []
  const fault = faultOf(described.schema, JSON.parse(text))
  return fault ? [`the answer is not as described: ${fault}`] : []
}

function faultsOfRefusal({ status, text }: Answer): string[] {
  if (status < 400) return []
  const detail = detailOf(text)
  const leak = LEAK.exec(detail)?.[0]
  return leak ? [`the refusal tells how the server is made: ${leak}`] : []
}

/** The `detail` of a problem+json body; the whole text of any other body. */
export function detailOf(text: string): string {
  try {
    const problem: unknown = JSON.parse(text)
    return isRecord(problem) && typeof problem.detail === 'string' ? problem.detail : text
  } catch {
    return text
  }
}
