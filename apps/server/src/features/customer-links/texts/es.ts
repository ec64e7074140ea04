import type { LinkTexts } from './link-texts.ts'

export const es: LinkTexts = {
  openTitle: 'Estado para {{company}}',
  openText:
    'En este dispositivo podrá leer hasta {{time}} lo que {{provider}} publica sobre los servicios de {{company}}. El enlace funciona en pocos dispositivos: no lo comparta.',
  open: 'Abrir en este dispositivo',
  invalidTitle: 'Este enlace no funciona',
  invalid: 'Ha terminado o su dirección está incompleta. Pida uno nuevo a {{provider}}.',
  fullTitle: 'Este enlace se usa en otros dispositivos',
  full: 'Se ha abierto en tantos dispositivos como estaba previsto. Si debe poder leer esta página, pida a {{provider}} un enlace propio.',
  closedTitle: 'Esta página necesita un enlace',
  closed:
    'Se muestra en dispositivos en los que un cliente abrió un enlace de {{provider}}. Es posible que el enlace haya terminado: pida uno nuevo.',
  awayTitle: 'Ahora no podemos mostrar la página',
  away: 'Inténtelo de nuevo dentro de un minuto.',
}
