import { sql } from 'drizzle-orm'
import type { Db } from '../src/database/open.ts'
import { companies } from '../src/database/tables/incidents.ts'

/** Companies 1 to `count`, with names of two words and a number, one in twenty of them Japanese. */
export async function createManyCompanies(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into ${companies} (company_id, name, entity_code)
    select n,
      (array['Alpine','Baltic','Cedar','Delta','Ember','Fjord','Granite','Harbor','Iris','Juniper','Kestrel','Lagoon','Meadow',
        'Nimbus','Orchid','Pioneer','Quartz','Raven','Summit','Tundra','株式会社'])[1 + n % 21] || ' ' ||
      (array['Travel','Foods','Logistics','& Sons','Energy','O''Brien','Health','Media','Systems','Partners','Works'])[1 + n % 11]
        || ' ' || n,
      'ENT-' || lpad(n::text, 6, '0')
    from generate_series(1, ${count}) n`)
  await db.execute(sql`vacuum analyze ${companies}`)
}
