/**
 * Rules that no schema can express, recognized by the text of the refusal. Any other 400 for a valid request
 * is a fault of the OpenAPI document or of the server.
 */
export const RULES: readonly { says: RegExp; why: string }[] = [
  {
    says: /there is no |\bunknown\b|is no \w* ?(message|notification) type|is no affected service|has no notification/i,
    why: 'it names what is not there',
  },
  { says: /is before|before the start|after it|the end is/i, why: 'two times are in the wrong order' },
  {
    says: /^query: name sec_comm_id or comm_content_id|delivery_id: send delivery_id or since/,
    why: 'OpenAPI has no word for one of two parameters',
  },
  { says: /Value Missing/, why: 'what a template for messages needs, one for notifications does not' },
  {
    says: /Issue with (Message|Notification) Body|Email body cannot be empty/,
    why: 'of the HTML nothing is left that anybody could read',
  },
  { says: /Already Exists| already\b/i, why: 'there is one already' },
  { says: /Body is a required field/, why: 'of the HTML nothing is left that anybody could read' },
  { says: /ask for at most \d+ days/, why: 'two days are too far from each other' },
  {
    says: /is required (when|for) |is for broadcast Y| required$/,
    why: 'one kind needs what another does not',
  },
  { says: /: use (some|one) of [a-z, ]+$/, why: 'which languages there are is set in the database' },
  {
    says: /cursor: send it as the answer before had it/,
    why: 'what an answer gave is not for others to make',
  },
  {
    says: /use a time in UTC|there is no \d{4}-|does not exist in Pacific time|in Pacific time, not/,
    why: 'no clock shows that time',
  },
  {
    says: /use a time zone of the IANA database/,
    why: 'which zones there are stands in the data of the process',
  },
  { says: /use a time from 1970 to 2999/, why: 'its zone moves it out of these years' },
  {
    says: /is a P[12] incident|is internal: choose an internal|your own e-mail/,
    why: 'what is said of a record is not what it is',
  },
  {
    says: /only the English text can be carried over|the English text is the body itself/,
    why: 'two fields contradict each other',
  },
  {
    says: /next_update_due: must be (later than (now|what is promised)|within \d+ days)|start_date: is later than now/,
    why: 'what is past or too far ahead depends on the day',
  },
  {
    says: /expires_date: is (in the past|more than \d+ days ahead)|has gone by/,
    why: 'what is past depends on the day',
  },
  { says: /search_text: Type at least 1 character/, why: 'of the text nothing is left that is looked for' },
  { says: /^The notification's version is not '4'/, why: 'what other systems send is described by them' },
  { says: /Must Change A Value/, why: 'nothing is another than it was' },
  { says: /belongs to |stays so|and not to/, why: 'two records that are named do not belong together' },
  { says: /name a moment/, why: 'a time as it was typed may go with the moment it means' },
  {
    says: /is not the signed-in person|nobody plans in another's name|(created_by|user_email): is required/,
    why: 'it is written in the name of another, or of nobody, which only tokens may',
  },
  {
    says: /domain: use a domain such as heron\.example$/,
    why: 'no pattern knows which names in other scripts have a spelling in ASCII',
  },
  {
    says: /nothing was saved|at least one box is checked per category/i,
    why: 'what there is to tick is set in the database, and a category is whole or empty',
  },
  {
    says: /body\.address: /,
    why: 'which addresses may be posted to is set by the operator and by name servers',
  },
  { says: /payload is not JSON/, why: 'the JSON of Slack stands in a field of a form' },
  { says: /nothing was stored|the file|The file|the header/, why: 'what stands in a file is not JSON' },
]
