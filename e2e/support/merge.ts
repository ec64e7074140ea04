import type { Page } from 'playwright-core'

/** Sends a write as the person signed in to the page, bypassing the form; returns the answer. */
export const written = (page: Page, path: string, body: object) =>
  page.evaluate(
    async (sent) => {
      const answer = await fetch(`/api${sent.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': /tokens=([^;]+)/.exec(document.cookie)?.[1] ?? '',
        },
        body: JSON.stringify({
          ...sent.body,
          audit_log_data: {
            application_name: 'Aviary',
            user_email: 'ada.admin@acme.example',
            action_name: 'Plan',
          },
        }),
      })
      return (await answer.json()) as Record<string, number>
    },
    { path, body },
  )

/** Creates a security incident with one comm. */
export async function commOf(page: Page, title: string): Promise<{ secId: number; commId: number }> {
  const { sec_id: secId = 0 } = await written(page, '/sec/incidents/', {
    title,
    status: 'Open',
    description: 'Of a test',
    start_date: '2026-08-20T07:43:00-07:00',
  })
  const { sec_comm_id: commId = 0 } = await written(page, '/sec/comms/', {
    sec_id: secId,
    status: 'Draft',
    description: `To customers of ${title}`,
    comm_type: 1,
  })
  return { secId, commId }
}

export const csv = (text: string, name = 'merge.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

export const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)

/** A valid file with one row per company. */
export const goodFile = (companies: readonly number[]) =>
  ['company_id,subject,body,name']
    .concat(
      companies.map(
        (id) => `${id},Notice for {{name}},"<p>Dear {{name}},</p>\n<p>it is over</p>",Company ${id}`,
      ),
    )
    .join('\n')

/** Uploads a valid file through the page. */
export async function stagedIn(
  page: Page,
  ids: { secId: number; commId: number },
  companies: readonly number[],
) {
  await page.goto(`/mass_import/${ids.secId}/${ids.commId}`)
  await page.getByRole('button', { name: 'Upload Mail Merge File' }).click()
  await choose(page, csv(goodFile(companies)))
  await page.getByRole('button', { name: 'Upload and stage' }).click()
  await page.getByText('Security Import created successfully!').waitFor()
}
