import sanitizeHtml from 'sanitize-html';

/** What a message body may contain. The browser holds the same list against it again before it shows one. */
const POLICY: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'blockquote', 'code', 'pre'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

export const sanitizeBody = (html: string): string => sanitizeHtml(html, POLICY);
