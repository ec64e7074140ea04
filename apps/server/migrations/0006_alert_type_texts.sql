-- Translations of the first alert types and of their e-mail fields, where an installation has none of its own.
-- `version` counts up, so that a form that was opened before does not save the empty texts again.
WITH "type_texts" ("name", "texts") AS (VALUES
	('Initial Notification', '{"de": "Erste Benachrichtigung", "es": "Notificación inicial", "fr": "Notification initiale", "ja": "初回通知", "ko": "최초 알림", "pt": "Notificação inicial", "zh": "首次通知"}'::jsonb),
	('Notification', '{"de": "Benachrichtigung", "es": "Notificación", "fr": "Notification", "ja": "通知", "ko": "알림", "pt": "Notificação", "zh": "通知"}'::jsonb),
	('Update', '{"de": "Update", "es": "Actualización", "fr": "Mise à jour", "ja": "更新情報", "ko": "업데이트", "pt": "Atualização", "zh": "更新"}'::jsonb),
	('Service Restored', '{"de": "Dienst wiederhergestellt", "es": "Servicio restablecido", "fr": "Service rétabli", "ja": "サービス復旧", "ko": "서비스 복구", "pt": "Serviço restabelecido", "zh": "服务已恢复"}'::jsonb),
	('Intermediate Root Cause Analysis', '{"de": "Vorläufige Ursachenanalyse", "es": "Análisis provisional de causa raíz", "fr": "Analyse provisoire de la cause première", "ja": "中間の根本原因分析", "ko": "중간 근본 원인 분석", "pt": "Análise provisória de causa raiz", "zh": "初步根本原因分析"}'::jsonb),
	('Root Cause Analysis', '{"de": "Ursachenanalyse", "es": "Análisis de causa raíz", "fr": "Analyse de la cause première", "ja": "根本原因分析", "ko": "근본 원인 분석", "pt": "Análise de causa raiz", "zh": "根本原因分析"}'::jsonb),
	('Internal Notification', '{"de": "Interne Benachrichtigung", "es": "Notificación interna", "fr": "Notification interne", "ja": "社内通知", "ko": "내부 알림", "pt": "Notificação interna", "zh": "内部通知"}'::jsonb),
	('Internal Update', '{"de": "Internes Update", "es": "Actualización interna", "fr": "Mise à jour interne", "ja": "社内更新情報", "ko": "내부 업데이트", "pt": "Atualização interna", "zh": "内部更新"}'::jsonb)
)
UPDATE "alert_types" SET
	"translations" = "type_texts"."texts" || "alert_types"."translations",
	"version" = "version" + 1
FROM "type_texts"
WHERE "alert_types"."name" = "type_texts"."name"
	AND "alert_types"."translations" <> "type_texts"."texts" || "alert_types"."translations";--> statement-breakpoint
WITH "field_texts" ("name", "texts") AS (VALUES
	('Current Status', '{"de": "Aktueller Status", "es": "Estado actual", "fr": "État actuel", "ja": "現在の状況", "ko": "현재 상태", "pt": "Status atual", "zh": "当前状态"}'::jsonb),
	('Next Update', '{"de": "Nächstes Update", "es": "Próxima actualización", "fr": "Prochaine mise à jour", "ja": "次回更新", "ko": "다음 업데이트", "pt": "Próxima atualização", "zh": "下次更新"}'::jsonb),
	('Resolution', '{"de": "Behebung", "es": "Resolución", "fr": "Résolution", "ja": "解決内容", "ko": "해결 내용", "pt": "Resolução", "zh": "解决方法"}'::jsonb),
	('Resolved At', '{"de": "Zeitpunkt der Behebung", "es": "Resuelto el", "fr": "Résolu le", "ja": "解決日時", "ko": "해결 시각", "pt": "Resolvido em", "zh": "解决时间"}'::jsonb),
	('Root Cause', '{"de": "Ursache", "es": "Causa raíz", "fr": "Cause première", "ja": "根本原因", "ko": "근본 원인", "pt": "Causa raiz", "zh": "根本原因"}'::jsonb),
	('Corrective Measures', '{"de": "Gegenmaßnahmen", "es": "Medidas correctivas", "fr": "Mesures correctives", "ja": "是正措置", "ko": "시정 조치", "pt": "Medidas corretivas", "zh": "纠正措施"}'::jsonb),
	('Prevention', '{"de": "Vorbeugung", "es": "Prevención", "fr": "Prévention", "ja": "再発防止策", "ko": "재발 방지", "pt": "Prevenção", "zh": "预防措施"}'::jsonb)
), "filled" AS (
	SELECT "alert_type_id", jsonb_agg(
		CASE WHEN "texts" IS NULL THEN "field"
		ELSE "field" || jsonb_build_object('translations', "texts" || coalesce("field" -> 'translations', '{}')) END
		ORDER BY "position_in_form") AS "email_fields"
	FROM "alert_types" AS "types"
	CROSS JOIN jsonb_array_elements("types"."email_fields") WITH ORDINALITY AS "listed" ("field", "position_in_form")
	LEFT JOIN "field_texts" ON "field_texts"."name" = "field" ->> 'display_name'
	GROUP BY "alert_type_id"
)
UPDATE "alert_types" SET
	"email_fields" = "filled"."email_fields",
	"version" = "version" + 1
FROM "filled"
WHERE "alert_types"."alert_type_id" = "filled"."alert_type_id"
	AND "alert_types"."email_fields" <> "filled"."email_fields";
