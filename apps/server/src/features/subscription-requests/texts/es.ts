import type { RequestTexts } from './request-texts.ts'

export const es: RequestTexts = {
  back: 'A la página de estado',
  sentTitle: 'Revise su correo',
  sent: 'Hemos enviado un correo a esta dirección. Abra el enlace que contiene en un plazo de 24 horas; la suscripción empieza cuando la confirme.',
  failedTitle: 'No se ha enviado nada',
  incomplete: 'Marque al menos un servicio y un centro de datos.',
  invalidAddress: 'Esto no es una dirección de correo.',
  tooLarge: 'Es más de lo que el formulario puede enviar. Vuelva a cargar la página de estado.',
  tooMany: 'Han llegado demasiadas solicitudes desde su red. Inténtelo de nuevo dentro de una hora.',
  busy: 'En este momento se suscriben demasiadas personas. Inténtelo de nuevo dentro de una hora.',
  away: 'Ahora no podemos recibir su dirección y no se ha enviado nada. Inténtelo de nuevo más tarde.',
  confirmTitle: 'Confirme su suscripción',
  confirmText: '{{email}} recibirá correos sobre incidentes y mantenimientos de:',
  all: 'Todos',
  confirm: 'Suscribirse',
  invalidTitle: 'Este enlace ya no es válido',
  invalid:
    'Funciona una sola vez, durante 24 horas, y termina cuando se envía uno más reciente. Si acaba de confirmar, ya está suscrito. Si no, suscríbase de nuevo en la página de estado.',
  mails: {
    confirm: {
      subject: 'Confirme su suscripción a los correos de estado de {{provider}}',
      body: 'Alguien pidió en nuestra página de estado correos para esta dirección. Si fue usted, confírmelo en un plazo de 24 horas. Si no, no haga nada: no recibirá correos.',
      link: 'Confirmar',
    },
    known: {
      subject: 'Ya está suscrito a los correos de estado de {{provider}}',
      body: 'Alguien pidió en nuestra página de estado correos para esta dirección. Ya está suscrita y no ha cambiado nada.',
      link: 'Ver o cambiar lo que recibe',
    },
    staff: {
      subject: 'Elija sus correos en Aviary',
      body: 'Alguien pidió en nuestra página de estado correos para esta dirección. Las personas de nuestros propios dominios eligen sus correos tras iniciar sesión. No ha cambiado nada.',
      link: 'Mis suscripciones',
    },
    done: {
      subject: 'Está suscrito a los correos de estado de {{provider}}',
      body: 'A partir de ahora recibirá correos sobre incidentes y mantenimientos de:',
      link: 'Ver o cambiar lo que recibe',
    },
  },
}
